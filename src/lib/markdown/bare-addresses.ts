/**
 * Addresses that stand in a text as they are. Here they are text; many programs make links of them, so that whoever
 * spoke in a source, or got a model to write, could put a link into a reader's file. For such programs they become code:
 * readable, to be copied whole, and no link. Links that were written as links stay.
 */
const han = '\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef“”‘’…';
/** What an address goes on with, escaped characters among it; Chinese text often follows without a space. */
const rest = `(?:\\\\[!-/:;=?@[-_{-~]|[^\\s<>[\\]\`*|\\\\${han}])+`;

/** What is passed over, each beginning where it surely does, and in `address` what is looked for. */
const parts = new RegExp(
  [
    '\\\\[!-/:-@[-`{-~]',
    '(?<!`)(?<run>`+)(?!`)[\\s\\S]*?(?<!`)\\k<run>(?!`)',
    '!?\\[(?:[^[\\]\\\\]|\\\\[\\s\\S])*\\]\\((?:<[^<>\\n]{0,2000}>|[^\\s()<>]{0,2000}(?:\\([^\\s()<>]{0,2000}\\)[^\\s()<>]{0,2000}){0,9})(?:[ \\n]"[^"\\n]{0,500}")?\\)',
    '<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\\s<>]{0,2000}>',
    `(?<address>(?:[A-Za-z][A-Za-z0-9+.-]{1,30}:\\/\\/|(?<![A-Za-z0-9])www\\.|(?<![A-Za-z0-9])(?:mailto|xmpp):)${rest})`,
  ].join('|'),
  'giu',
);

/** A stretch of Markdown inside one block. `inTable`: a bar would end its cell. */
export function withoutBareLinks(inline: string, inTable = false): string {
  if (!/:\/\/|www\.|mailto:|xmpp:/i.test(inline)) return inline;
  const fence = '`'.repeat(unusedRun(inline));
  return inline.replace(parts, (whole: string, ...found: unknown[]) => {
    const address = (found.at(-1) as { address?: string }).address;
    if (address === undefined) return whole;
    const at = found.at(-3) as number;
    const own = withoutTail(address);
    const tail = address.slice(own.length);
    // Beside another backtick the two would be one run, and a backslash would escape it.
    if (/[`\\]/.test(inline[at - 1] ?? '') || inline[at + own.length] === '`') return withEscapes(own) + tail;
    const text = own.replace(asWritten, shown);
    return `${fence}${inTable ? text.replaceAll('|', '\\|') : text}${fence}${tail}`;
  });
}

/** The address as it is written, told apart from one by a backslash that is not shown. */
function withEscapes(address: string): string {
  return address.replace(/:(?=\/\/)|(?<=www)\.|(?<=mailto|xmpp):/gi, '\\$&');
}

/** What ends the sentence, or the emphasis or bracket around the address, is not the address's. */
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

/** A character as Markdown writes it. */
const asWritten = /\\[!-/:-@[-`{-~]|&amp;|[\s\S]/g;

function shown(written: string): string {
  return written === '&amp;' ? '&' : written.slice(-1);
}

/** A number of backticks that stands nowhere in the text: no other run ends the code or begins it earlier. */
function unusedRun(text: string): number {
  // One that a backslash stands before may be a shorter run behind an escaped one.
  const used = new Set((text.match(/`+/g) ?? []).flatMap(({ length }) => [length, length - 1]));
  let length = 1;
  while (used.has(length)) length++;
  return length;
}
