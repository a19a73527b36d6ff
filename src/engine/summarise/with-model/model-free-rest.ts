/** What a model could not be asked for any more: the same lines as sentences of the source, chosen without it. */
import type { Chapter, Outline, Segment } from '../../domain.ts';
import type { ModelInput } from './model-input.ts';

export type ModelFreeRest = {
  /** Chapters that cut `first..last` without gaps, marked as what they are. */
  chaptersOf(range: { first: number; last: number }): Promise<Chapter[]>;
  /** The whole source without a model. */
  whole(): Promise<Outline>;
};

/** The source is only worked on when somebody asks. */
export function createModelFreeRest(input: ModelInput): ModelFreeRest {
  let known: Promise<Outline> | undefined;
  const whole = (): Promise<Outline> => {
    const source = {
      segments: [...input.segments],
      timed: input.facts.timed,
      ...(input.treatment ? { treatment: input.treatment } : {}),
      title: input.facts.title,
      language: input.sourceLanguage ?? null,
      noteLanguage: input.noteLanguage,
      detail: input.detail,
      sourceChapters: [...input.facts.chapters],
      sections: input.facts.sections ?? [],
    };
    known ??= input.ports.compute('summarise', source, input);
    return known;
  };
  return {
    whole,
    chaptersOf: async (range) => cutOut((await whole()).chapters, input.segments, range),
  };
}

function cutOut(chapters: readonly Chapter[], segments: readonly Segment[], range: { first: number; last: number }): Chapter[] {
  const inside = (id: number | undefined): boolean => id !== undefined && id >= range.first && id <= range.last;
  const found: Chapter[] = [];
  for (const chapter of chapters) {
    const segmentIds = chapter.segmentIds.filter(inside);
    const points = chapter.points.filter((point) => inside(point.segmentIds[0]) && inside(point.segmentIds.at(-1)));
    const [first] = segmentIds;
    if (first === undefined) continue;
    const before = found.at(-1);
    // A strip of a chapter without a sentence of its own goes with what stands before it.
    if (points.length === 0 && before) before.segmentIds.push(...segmentIds);
    else found.push({ ...chapter, startMs: segments[first]?.startMs ?? null, segmentIds, points, extractive: true });
  }
  return found;
}
