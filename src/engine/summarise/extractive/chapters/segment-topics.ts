import { prepare, type SourceText } from '../prepare.ts';
import { findWordRoles } from '../word-roles.ts';
import { outlineChapters } from './outline-chapters.ts';

export type Topic = { title: string; startMs: number | null; segmentIds: number[] };

export function segmentTopics(input: SourceText): Topic[] {
  const scored = prepare(input);
  const roles = findWordRoles(scored.document, scored.foreign);
  const { language, segments } = scored.document;
  const options = { timed: input.timed, sourceChapters: [], noteLanguage: language };
  return outlineChapters(scored, roles, options).map((chapter) => ({
    title: chapter.title,
    startMs: chapter.startMs,
    segmentIds: segments.slice(chapter.segments.start, chapter.segments.end).map((segment) => segment.id),
  }));
}
