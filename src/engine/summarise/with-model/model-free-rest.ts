/** Uses sentences of the source for the parts that the model could not be asked for. */
import type { Chapter, Outline, Segment } from '../../domain.ts';
import type { ModelInput } from './model-input.ts';

export type ModelFreeRest = {
  /** Chapters that cover `first..last` without gaps and are marked as extractive. */
  chaptersOf(range: { first: number; last: number }): Promise<Chapter[]>;
  whole(): Promise<Outline>;
};

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
    // The part of a chapter that has no chosen sentence joins the chapter before.
    if (points.length === 0 && before) before.segmentIds.push(...segmentIds);
    else found.push({ ...chapter, startMs: segments[first]?.startMs ?? null, segmentIds, points, extractive: true });
  }
  return found;
}
