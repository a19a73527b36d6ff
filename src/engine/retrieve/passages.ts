/** A source cut into passages of a few sentences: the unit that is found, read and cited. */
import type { Segment } from '../domain.ts';
import { estimateTokens } from '../llm/windows.ts';
import { termsIn } from './terms.ts';

/** Raised when the same words give other passages or terms: what is stored of them is made anew. */
export const passagesVersion = 2;

/** About half a minute of talk. */
const PASSAGE_TOKENS = 110;

/** Segments `first` to `last` (ids, inclusive) and every term in them, as often as it stands there. */
export type Passage = { first: number; last: number; terms: string[] };

export function buildPassages(segments: readonly Segment[]): Passage[] {
  const passages: Passage[] = [];
  let open: (Passage & { tokens: number }) | null = null;
  for (const [id, segment] of segments.entries()) {
    const tokens = estimateTokens(segment.text);
    if (open && open.tokens + tokens > PASSAGE_TOKENS * 1.3) {
      passages.push(close(open));
      open = null;
    }
    open ??= { first: id, last: id, terms: [], tokens: 0 };
    open.last = id;
    open.tokens += tokens;
    for (const { term } of termsIn(`${segment.speaker ?? ''} ${segment.text}`)) open.terms.push(term);
    if (open.tokens >= PASSAGE_TOKENS) {
      passages.push(close(open));
      open = null;
    }
  }
  if (open) passages.push(close(open));
  return passages;
}

function close({ first, last, terms }: Passage): Passage {
  return { first, last, terms };
}
