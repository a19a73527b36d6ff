const gram = 6;
const buckets = 1 << 18;
/** For fewer searches, scanning the text is cheaper than building the index. */
const readAfter = 24;

export type Search = (words: string, limit: number) => number[];

/** The search returns positions in ascending order, including overlapping ones. */
export function createSearch(text: string): Search {
  let searches = 0;
  let index: ReturnType<typeof readGrams> | null = null;
  return (words, limit) => {
    if (words === '') return [];
    searches++;
    if (searches > readAfter && words.length >= gram && text.length > 5000) {
      index ??= readGrams(text);
      return lookUp(text, index, words, limit);
    }
    const found: number[] = [];
    for (let at = text.indexOf(words); at >= 0 && found.length < limit; at = text.indexOf(words, at + 1)) found.push(at);
    return found;
  };
}

function hashAt(text: string, at: number): number {
  let hash = 0;
  for (let unit = at; unit < at + gram; unit++) hash = (Math.imul(hash, 31) + text.charCodeAt(unit)) | 0;
  return (hash ^ (hash >>> 15)) & (buckets - 1);
}

/** Chains of positions with the same hash, ascending: `first` by hash, `next` by position; -1 ends a chain. */
function readGrams(text: string): { first: Int32Array; next: Int32Array } {
  const first = new Int32Array(buckets).fill(-1);
  const next = new Int32Array(text.length).fill(-1);
  for (let at = text.length - gram; at >= 0; at--) {
    const hash = hashAt(text, at);
    next[at] = first[hash] ?? -1;
    first[hash] = at;
  }
  return { first, next };
}

function lookUp(text: string, { first, next }: ReturnType<typeof readGrams>, words: string, limit: number): number[] {
  const found: number[] = [];
  for (let at = first[hashAt(words, 0)] ?? -1; at >= 0 && found.length < limit; at = next[at] ?? -1)
    if (text.startsWith(words, at)) found.push(at);
  return found;
}
