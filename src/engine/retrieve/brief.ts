/** Makes a brief of many notes without a model: points grouped by words that several notes share, then the first of the rest. */
import { foldHan } from '#lib/text/traditional-and-simplified.ts';
import { chineseStopWords, englishStopWords, weakTopicWords } from '../text/stop-words.ts';
import { wordKey } from './terms.ts';

export type BriefPoint = { text: string; place: number };
/** `item`: index of the note. */
export type PlacedPoint = BriefPoint & { item: number };
export type Brief = { groups: { word: string; points: PlacedPoint[] }[]; alone: PlacedPoint[] };

const MOST_GROUPS = 6;
const MOST_IN_GROUP = 6;
const MOST_ALONE = 12;
const FIRST_OF_EACH = 2;

type Shared = { items: Set<number>; points: number; forms: Map<string, number> };
type Held = PlacedPoint & { keys: Set<string> };

export function briefOf(notes: readonly (readonly BriefPoint[])[]): Brief {
  const words = new Map<string, Shared>();
  const points = notes.flatMap((note, item) =>
    note.map((point): Held => ({ ...point, item, keys: readWords(point.text, item, words) })),
  );
  const worthOf = ({ items, points: count }: Shared) => items.size * Math.log(1 + points.length / count);
  const ranked = [...words].filter(([, { items }]) => items.size > 1).sort(([, a], [, b]) => worthOf(b) - worthOf(a));
  const used = new Set<Held>();
  const groups: Brief['groups'] = [];
  const weight = new Map(ranked.map(([key, shared]) => [key, worthOf(shared)]));
  for (const [key, shared] of ranked) {
    if (groups.length >= MOST_GROUPS) break;
    const best = bestOfEach(
      points.filter((point) => !used.has(point) && point.keys.has(key)),
      weight,
    ).slice(0, MOST_IN_GROUP);
    if (best.length < 2) continue;
    for (const point of best) used.add(point);
    groups.push({ word: commonest(shared.forms), points: best.map(bare) });
  }
  return { groups, alone: notes.flatMap((_, item) => firstOf(points, used, item)).slice(0, MOST_ALONE) };
}

function bestOfEach(points: readonly Held[], weight: ReadonlyMap<string, number>): Held[] {
  const worth = ({ keys }: Held) => [...keys].reduce((sum, key) => sum + (weight.get(key) ?? 0), 0) / Math.sqrt(1 + keys.size);
  const best = new Map<number, Held>();
  for (const point of points) {
    const before = best.get(point.item);
    if (!before || worth(point) > worth(before)) best.set(point.item, point);
  }
  return [...best.values()].sort((a, b) => worth(b) - worth(a));
}

const firstOf = (points: readonly Held[], used: ReadonlySet<Held>, item: number): PlacedPoint[] =>
  points
    .filter((point) => point.item === item && !used.has(point))
    .slice(0, FIRST_OF_EACH)
    .map(bare);

const bare = ({ text, place, item }: Held): PlacedPoint => ({ text, place, item });

let segmenter: Intl.Segmenter | undefined;

function readWords(text: string, item: number, words: Map<string, Shared>): Set<string> {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const keys = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike || isWeak(segment)) continue;
    const key = wordKey(foldHan(segment));
    if (keys.has(key)) continue;
    keys.add(key);
    const shared = words.get(key) ?? { items: new Set(), points: 0, forms: new Map() };
    shared.items.add(item);
    shared.points++;
    shared.forms.set(segment, (shared.forms.get(segment) ?? 0) + 1);
    words.set(key, shared);
  }
  return keys;
}

function isWeak(word: string): boolean {
  const folded = foldHan(word).toLowerCase();
  if (/^[\p{N}\p{P}第一二三四五六七八九十百千万亿两几零〇]+$/u.test(folded)) return true;
  const isHan = /\p{Script=Han}/u.test(folded);
  if (folded.length < (isHan ? 2 : 4)) return true;
  return weakTopicWords.has(folded) || (isHan ? chineseStopWords.has(folded) : englishStopWords.has(folded));
}

function commonest(forms: ReadonlyMap<string, number>): string {
  return [...forms].sort(([a, m], [b, n]) => n - m || a.localeCompare(b))[0]?.[0] ?? '';
}
