/** Todo items of a note: list items that begin with `[ ]` or `[x]`. */

const taskLine = /^(\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX])(\]\s)/;

/** Is this text of a list item one of a todo item? */
export const taskMark = /^\[([ xX])\]\s+/;

/** The note with the todo item on a line (counted from 0) turned over; null when there is none on it. */
export function toggleTask(note: string, line: number): string | null {
  const breaks = /\r\n?|\n/g;
  let start = 0;
  for (let index = 0; index < line; index++) {
    const next = breaks.exec(note);
    if (!next) return null;
    start = breaks.lastIndex;
  }
  const match = taskLine.exec(note.slice(start, start + 400));
  if (!match) return null;
  const at = start + (match[1]?.length ?? 0);
  return note.slice(0, at) + (match[2] === ' ' ? 'x' : ' ') + note.slice(at + 1);
}
