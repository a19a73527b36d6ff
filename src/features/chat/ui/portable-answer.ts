const codeBlock = /(^(`{3,})[^\n`]*\n[\s\S]*?\n\2$)/m;

/** An answer for other programs: citations as plain text, code blocks unchanged. */
export function portableAnswer(markdown: string): string {
  // `split` returns each block's fence as a piece of its own.
  return markdown
    .split(codeBlock)
    .map((piece, at) => (at % 3 === 0 ? portableText(piece) : at % 3 === 1 ? piece : ''))
    .join('');
}

function portableText(markdown: string): string {
  return markdown
    .replace(/\[([^\]\n]{1,20})\]\(#(?:t=[\d.]+|p\d+)\)/g, '[$1]')
    .replace(/ ?\[\?\]\(#unverified\)/g, '')
    .replace(/\\(?=[\\[\]<>`*_~|#+.)-])/g, '');
}
