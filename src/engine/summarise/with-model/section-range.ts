import type { Detail, Segment } from '../../domain.ts';
import { estimateTokens, type Window } from '../../llm/windows.ts';

export type SectionRange = {
  min: number;
  max: number;
  own?: boolean;
};

const sectionShares: Record<Detail, number> = { brief: 0.5, standard: 1, detailed: 1.3 };

/** At the standard level, one section per 4–7 minutes, or per 900–1,500 tokens without times. */
export function wantedSections(segments: readonly Segment[], window: Window, detail: Detail = 'standard'): SectionRange {
  const from = segments[window.first]?.startMs ?? null;
  const to = segments[window.last]?.endMs ?? null;
  let units = 0;
  if (from !== null && to !== null) units = (to - from) / 60_000 / 5.5;
  else for (let id = window.first; id <= window.last; id++) units += estimateTokens(segments[id]?.text ?? '') / 1_200;
  units *= sectionShares[detail];
  const max = Math.max(1, Math.min(window.last - window.first + 1, Math.ceil(units * 1.3)));
  return {
    min: Math.max(1, Math.min(max, Math.floor(units * 0.8))),
    max: Math.max(max, Math.min(3, window.last - window.first + 1)),
  };
}
