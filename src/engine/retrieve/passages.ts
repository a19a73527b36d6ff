/** Passages are the units that are searched, read and cited. */
import type { Segment } from '../domain.ts';
import { estimateTokens } from '../llm/windows.ts';
import { termsIn } from './terms.ts';

/** Raise it when the same text would give other passages or terms; stored passages are then built again. */
export const passagesVersion = 4;

const PASSAGE_TOKENS = 110;

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
