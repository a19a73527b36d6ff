/** Finds the source's paragraphs in its Markdown. The two were extracted separately, so letters and digits alone are compared. */
import type { MarkdownToken } from '#lib/markdown/parser.ts';

/** A longer probe would fail at formulas and footnotes. */
const probeLength = 48;

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function plainOf(token: MarkdownToken): string {
  if (token.type !== 'inline') return token.content;
  return (token.children ?? []).map((child) => (child.type === 'image' ? '' : child.content)).join('');
}

type Unit = { token: MarkdownToken; start: number };

function unitAt(units: readonly Unit[], offset: number): Unit | undefined {
  let low = 0;
  let high = units.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return units[low - 1];
}

/** For each text token, ids of the paragraphs that begin in it. Not every id is found. */
export function paragraphPlaces(
  tokens: readonly MarkdownToken[],
  paragraphs: readonly { id: number; text: string }[],
): Map<MarkdownToken, number[]> {
  const units: Unit[] = [];
  let joined = '';
  for (const token of tokens) {
    if (token.type !== 'inline' && token.type !== 'fence' && token.type !== 'code_block') continue;
    const letters = lettersOf(plainOf(token));
    if (letters === '') continue;
    units.push({ token, start: joined.length });
    joined += letters;
  }
  const places = new Map<MarkdownToken, number[]>();
  let cursor = 0;
  for (const { id, text } of paragraphs) {
    const letters = lettersOf(text);
    const probe = letters.slice(0, probeLength);
    if (probe === '') continue;
    let at = joined.indexOf(probe, cursor);
    if (at === -1) at = joined.indexOf(probe);
    const unit = at === -1 ? undefined : unitAt(units, at);
    if (!unit) continue;
    const ids = places.get(unit.token);
    if (ids) ids.push(id);
    else places.set(unit.token, [id]);
    // The next one may begin with words that this one says further on.
    cursor = at + (joined.startsWith(letters, at) ? letters : probe).length;
  }
  return places;
}
