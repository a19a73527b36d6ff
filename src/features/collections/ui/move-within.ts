/** If only a part of the list is loaded (`whole` is false), an item moved to the end leaves that part. */
export function moveWithin<Item extends { content_id: string }>(
  items: readonly Item[],
  contentId: string,
  before: string | null,
  { whole }: { whole: boolean },
): Item[] {
  const item = items.find(({ content_id }) => content_id === contentId);
  if (!item) return [...items];
  const rest = items.filter((other) => other !== item);
  if (before === null) return whole ? [...rest, item] : rest;
  const at = rest.findIndex(({ content_id }) => content_id === before);
  return at < 0 ? [...items] : rest.toSpliced(at, 0, item);
}
