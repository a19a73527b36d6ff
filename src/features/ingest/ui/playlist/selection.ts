/** Which items of a listing are picked, by their positions in the listing. */

export type Pickable = { position: number; existing: { status: string } | null };

/** What has a note, or is on its way to one, is not picked again; what failed or was cancelled may be. */
export function isPickable(item: Pickable): boolean {
  return item.existing === null || (item.existing.status !== 'completed' && item.existing.status !== 'processing');
}

export function withAll(picked: ReadonlySet<number>, items: readonly Pickable[]): ReadonlySet<number> {
  return new Set([...picked, ...items.filter(isPickable).map(({ position }) => position)]);
}

export function without(picked: ReadonlySet<number>, items: readonly Pickable[]): ReadonlySet<number> {
  const gone = new Set(items.map(({ position }) => position));
  return new Set([...picked].filter((position) => !gone.has(position)));
}

export function toggled(picked: ReadonlySet<number>, item: Pickable): ReadonlySet<number> {
  if (!isPickable(item)) return picked;
  return picked.has(item.position) ? without(picked, [item]) : withAll(picked, [item]);
}

/** The first `most` picked, in the listing's order. */
export function firstOf(picked: ReadonlySet<number>, most: number): ReadonlySet<number> {
  return new Set([...picked].sort((a, b) => a - b).slice(0, most));
}

/** Does `text` hold all words of the filter, whatever their case and width? */
export function matches(text: string, filter: string): boolean {
  const plain = (value: string) => value.normalize('NFKC').toLowerCase();
  const held = plain(text);
  return plain(filter)
    .split(/\s+/)
    .every((word) => held.includes(word));
}
