/** The changes that a correction made to a note, so that undoing it reverts just these. */
import { z } from 'zod';
import { sliceWhole } from '#lib/text/cut-text.ts';

/** Offset in the changed note (UTF-16), old and new text. */
export type NoteChange = { at: number; was: string; now: string };

/** As stored, with context. `was` is null where the same words stood before, to tell them apart from the others. */
const zKeptChange = z.object({
  at: z.number().int().nonnegative(),
  was: z.string().nullable(),
  now: z.string().min(1),
  left: z.string(),
  right: z.string(),
});
export const zKeptChanges = z.array(zKeptChange);
export type KeptChange = z.infer<typeof zKeptChange>;

const contextLength = 32;
/** Letters of context that must match; a Chinese character counts as three. */
const enough = 14;
/** Above this number, places are compared at their offsets only. */
const mostPlaces = 600;

/** Changes are in order, without overlap; `at` counts in the result. */
export function makeChanges(note: string, changes: readonly NoteChange[]): string {
  let changed = '';
  let from = 0;
  for (const { at, was, now } of changes) {
    const start = from + at - changed.length;
    changed += note.slice(from, start) + now;
    from = start + was.length;
  }
  return changed + note.slice(from);
}

/** Null when the changes cannot be found again later. */
export function keepChanges(changed: string, changes: readonly NoteChange[]): KeptChange[] | null {
  if (changes.some(({ now }) => now === '')) return null;
  const keep = (at: number, was: string | null, now: string) => ({ at, was, now, ...around(changed, at, now.length) });
  const kept: KeptChange[] = changes.map(({ at, was, now }) => keep(at, was, now));
  const made = new Set(changes.map(({ at, now }) => `${at} ${now}`));
  for (const now of new Set(changes.map((change) => change.now)))
    for (const at of occurrences(changed, now)) {
      // The rest would never be compared.
      if (kept.length > mostPlaces) break;
      if (!made.has(`${at} ${now}`)) kept.push(keep(at, null, now));
    }
  return kept.sort((a, b) => a.at - b.at);
}

/** Reverts kept changes in a note that may have been edited; missing places are skipped, later text stays. */
export function undoChanges(note: string, kept: readonly KeptChange[]): NoteChange[] {
  const still = kept.every(({ at, now, left, right }) => {
    const here = around(note, at, now.length);
    return note.startsWith(now, at) && here.left === left && here.right === right;
  });
  const found = still ? kept.map((change) => ({ change, at: change.at })) : findAgain(note, kept);
  const back: NoteChange[] = [];
  let shift = 0;
  let end = 0;
  for (const { change, at } of found) {
    if (change.was === null || at < end) continue;
    back.push({ at: at + shift, was: change.now, now: change.was });
    shift += change.was.length - change.now.length;
    end = at + change.now.length;
  }
  return back;
}

type Found = { change: KeptChange; at: number };

/** Pairs kept places with current ones, in order, by the best match of their context. */
function findAgain(note: string, kept: readonly KeptChange[]): Found[] {
  const today: Omit<KeptChange, 'was'>[] = [];
  for (const now of new Set(kept.map((change) => change.now)))
    for (const at of occurrences(note, now)) {
      if (today.length > mostPlaces) break;
      today.push({ at, now, ...around(note, at, now.length) });
    }
  today.sort((a, b) => a.at - b.at);
  if (kept.length > mostPlaces || today.length > mostPlaces)
    return kept.flatMap((change) => (note.startsWith(change.now, change.at) ? [{ change, at: change.at }] : []));
  const width = today.length + 1;
  const best = new Float64Array((kept.length + 1) * width);
  const agreement = (i: number, j: number): number => {
    const [one, other] = [kept[i], today[j]];
    if (!one || !other || one.now !== other.now) return 0;
    const [left, right] = [sharedEnd(one.left, other.left), sharedStart(one.right, other.right)];
    if (left === one.left && right === one.right) return 1 + 4 * contextLength;
    const weight = weightOf(left) + weightOf(right);
    return weight >= enough ? weight : 0;
  };
  for (let i = kept.length - 1; i >= 0; i--)
    for (let j = today.length - 1; j >= 0; j--) {
      const apart = Math.max(best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
      const pair = agreement(i, j);
      best[i * width + j] = pair > 0 ? Math.max(apart, pair + (best[(i + 1) * width + j + 1] ?? 0)) : apart;
    }
  const found: Found[] = [];
  for (let i = 0, j = 0; i < kept.length && j < today.length; ) {
    const value = best[i * width + j] ?? 0;
    const [change, place] = [kept[i], today[j]];
    const pair = agreement(i, j);
    if (change && place && pair > 0 && value === pair + (best[(i + 1) * width + j + 1] ?? 0)) {
      found.push({ change, at: place.at });
      i++;
      j++;
    } else if (value === (best[(i + 1) * width + j] ?? 0)) i++;
    else j++;
  }
  return found;
}

/** Includes overlapping ones: 苹果苹果 stands twice in 苹果苹果苹果. */
function* occurrences(text: string, words: string): Generator<number> {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) yield at;
}

function around(text: string, at: number, length: number): { left: string; right: string } {
  const end = at + length;
  const [before, after] = [sliceWhole(text, Math.max(0, at - contextLength), at), sliceWhole(text, end, end + contextLength)];
  return { left: before.slice(before.lastIndexOf('\n') + 1), right: after.split('\n', 1)[0] ?? '' };
}

function weightOf(text: string): number {
  return Array.from(text).reduce((sum, one) => sum + (/\p{Script=Han}/u.test(one) ? 3 : /[\p{L}\p{N}]/u.test(one) ? 1 : 0), 0);
}

function sharedEnd(a: string, b: string): string {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++;
  return a.slice(a.length - length);
}

function sharedStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}
