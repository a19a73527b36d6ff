export type Pickable = { position: number; existing: { status: string } | null };

/** Items with a note or a running task are not pickable; failed and cancelled ones are. */
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

export function firstOf(picked: ReadonlySet<number>, most: number): ReadonlySet<number> {
  return new Set([...picked].sort((a, b) => a - b).slice(0, most));
}

/** Whether the text contains every word of the filter, ignoring case and character width. */
export function matches(text: string, filter: string): boolean {
  const plain = (value: string) => value.normalize('NFKC').toLowerCase();
  const held = plain(text);
  return plain(filter)
    .split(/\s+/)
    .every((word) => held.includes(word));
}
