/** Many programs link plain addresses, so a source could put a link into a reader's file. Such addresses become code. */
const han = '\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef“”‘’…';
/** An address ends before Chinese text, which often follows it without a space. */
const rest = `(?:\\\\[!-/:;=?@[-_{-~]|[^\\s<>[\\]\`*|\\\\${han}])+`;

const parts = new RegExp(
  [
    '\\\\[!-/:-@[-`{-~]',
    '(?<run>`+)(?!`)[\\s\\S]*?(?<!`)\\k<run>(?!`)',
    // A run of backticks without a closing run is skipped as a whole, as a part of it does not open code.
    '`+',
    '!?\\[(?:[^[\\]\\\\]|\\\\[\\s\\S])*\\]\\((?:<[^<>\\n]{0,2000}>|[^\\s()<>]{0,2000}(?:\\([^\\s()<>]{0,2000}\\)[^\\s()<>]{0,2000}){0,9})(?:[ \\n]"[^"\\n]{0,500}")?\\)',
    '<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\\s<>]{0,2000}>',
    `(?<address>(?:[A-Za-z][A-Za-z0-9+.-]{1,30}:\\/\\/|(?<![A-Za-z0-9])www\\.|(?<![A-Za-z0-9])(?:mailto|xmpp):)${rest})`,
  ].join('|'),
  'giu',
);

/** `inTable`: a bar would end the cell, so it is escaped. */
export function withoutBareLinks(inline: string, inTable = false): string {
  if (!/:\/\/|www\.|mailto:|xmpp:/i.test(inline)) return inline;
  const fence = '`'.repeat(unusedRun(inline));
  return inline.replace(parts, (whole: string, ...found: unknown[]) => {
    const address = (found.at(-1) as { address?: string }).address;
    if (address === undefined) return whole;
    const at = found.at(-3) as number;
    const own = withoutTail(address);
    const tail = address.slice(own.length);
    // Beside a backtick the runs would join, and a backslash would escape the code mark, so no code is made there.
    if (/[`\\]/.test(inline[at - 1] ?? '') || inline[at + own.length] === '`') return withEscapes(own) + tail;
    const text = own.replace(asWritten, shown);
    return `${fence}${inTable ? text.replaceAll('|', '\\|') : text}${fence}${tail}`;
  });
}

function withEscapes(address: string): string {
  return address.replace(/:(?=\/\/)|(?<=www)\.|(?<=mailto|xmpp):/gi, '\\$&');
}

function withoutTail(address: string): string {
  const opened = address.split('(').length;
  let closed = address.split(')').length;
  const written = address.match(asWritten) ?? [];
  for (;;) {
    const last = shown(written.at(-1) ?? '');
    const isOver = last === ')' && closed > opened;
    if (!isOver && !/^[.,;:!?'"_*~\]}&]$/.test(last)) return written.join('');
    if (isOver) closed--;
    written.pop();
  }
}

const asWritten = /\\[!-/:-@[-`{-~]|&amp;|[\s\S]/g;

function shown(written: string): string {
  return written === '&amp;' ? '&' : written.slice(-1);
}

function unusedRun(text: string): number {
  // After a backslash a run may be one shorter, as its first backtick is escaped.
  const used = new Set((text.match(/`+/g) ?? []).flatMap(({ length }) => [length, length - 1]));
  let length = 1;
  while (used.has(length)) length++;
  return length;
}
