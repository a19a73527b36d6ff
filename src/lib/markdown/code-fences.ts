/** Which lines of Markdown are in fenced code blocks, by the rules of CommonMark, at any indentation, as in lists. */

/** `fence`: the line that opens or closes a block. */
export type LineKind = 'text' | 'fence' | 'code';

const opening = /^\s*(?:(`{3,})[^`]*$|(~{3,}))/;
const closing = /^\s*(`{3,}|~{3,})\s*$/;

/** Tells the kind of each line of a text, given in their order. */
export function createFenceReader(): (line: string) => LineKind {
  let open: string | null = null;
  return (line) => {
    if (open === null) {
      const [, backticks, tildes] = opening.exec(line) ?? [];
      open = backticks ?? tildes ?? null;
      return open === null ? 'text' : 'fence';
    }
    // Closed by the same sign only, at least as often.
    const [, mark] = closing.exec(line) ?? [];
    if (mark === undefined || !mark.startsWith(open)) return 'code';
    open = null;
    return 'fence';
  };
}
