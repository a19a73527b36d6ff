/** How much text an edit removes: the letters of words that no longer occur. A Chinese character counts as three letters. */
export function lostLetters(before: string, after: string): number {
  const [start, end] = [sharedStart(before, after), sharedEnd(before, after)];
  const shared = Math.min(before.length, after.length);
  const tail = Math.min(end, shared - start);
  const left = countWords(after.slice(start, after.length - tail));
  let lost = 0;
  for (const [word, count] of countWords(before.slice(start, before.length - tail)))
    lost += weightOf(word) * Math.max(0, count - (left.get(word) ?? 0));
  return lost;
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < b.length && a[length] === b[length]) length++;
  return length;
}

function sharedEnd(a: string, b: string): number {
  let length = 0;
  while (length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/\p{Script=Han}|[\p{L}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function weightOf(word: string): number {
  return /^\p{Script=Han}$/u.test(word) ? 3 : word.length;
}
