import type { Language, Section, Segment } from '../../domain.ts';
import type { ReadDocument } from '../../raw-content.ts';
import { detectLanguage } from '../../text/language.ts';
import { type Headings, sectionsOf, segmentsOf } from '../../text/sections.ts';
import { refuseOversize } from '../../text/source-limits.ts';

/** Errors: `text_too_long`. */
export function cutDocument({ paragraphs, headings }: { paragraphs: ReadDocument['paragraphs']; headings: Headings }): {
  segments: Segment[];
  sections: Section[];
  language: Language;
} {
  const { segments, firstOf } = segmentsOf(paragraphs);
  refuseOversize(segments, false);
  const language = detectLanguage(segments.map(({ text }) => text).join('\n'));
  return { segments, sections: sectionsOf(headings, firstOf), language };
}
