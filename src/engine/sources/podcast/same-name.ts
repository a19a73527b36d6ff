export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Equal except for punctuation, or one name is the other with a little more (a number, a second name). */
export function isSameName(a: string, b: string): boolean {
  const [one, two] = [plainName(a), plainName(b)];
  if (one === '' || two === '') return false;
  if (one === two) return true;
  const [short, long] = one.length < two.length ? [one, two] : [two, one];
  return short.length >= 6 && short.length >= long.length * 0.6 && long.includes(short);
}
