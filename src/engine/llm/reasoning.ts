const OPENING = /<think(?:ing)?>/i;
const CLOSING = /<\/think(?:ing)?>/i;
const CLOSING_LINE = /^[ \t]*<\/think(?:ing)?>[ \t]*\r?$/im;

/**
 * Some servers put a model's reasoning in front of its text, and some leave out the opening tag. While the closing tag is
 * missing, everything after the opening one is reasoning. Tags further on belong to the text.
 */
export function withoutReasoning(text: string): string {
  const begun = text.trimStart();
  // The tag itself may not have come whole yet.
  if (begun !== '' && '<thinking>'.startsWith(begun.toLowerCase())) return '';
  if (begun.search(OPENING) === 0) {
    const end = CLOSING.exec(begun);
    return end ? begun.slice(end.index + end[0].length) : '';
  }
  const closing = CLOSING_LINE.exec(text);
  if (!closing || OPENING.test(text.slice(0, closing.index))) return text;
  return text.slice(closing.index + closing[0].length);
}

export function closesReasoning(line: string): boolean {
  return CLOSING_LINE.test(line);
}
