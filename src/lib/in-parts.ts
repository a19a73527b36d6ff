/** Calls one after the other, each with at most `size` items. */
export async function inParts<Item, Result>(
  items: readonly Item[],
  size: number,
  call: (part: Item[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += size) results.push(await call(items.slice(at, at + size)));
  return results;
}
