import type { Language, Section, Segment } from '../../domain.ts';
import type { ReadDocument } from '../../raw-content.ts';
import { detectLanguage } from '../../text/language.ts';
import { cutByHeadings, type Headings } from '../../text/sections.ts';
import { refuseOversize } from '../../text/source-limits.ts';

type Read = { paragraphs: ReadDocument['paragraphs']; headings: Headings; title: string | null };

/** Errors: `text_too_long`. */
export function cutDocument({ paragraphs, headings, title }: Read): {
  segments: Segment[];
  sections: Section[];
  language: Language;
} {
  const { segments, sections } = cutByHeadings(paragraphs, headings, title);
  refuseOversize(segments, false);
  const language = detectLanguage(segments.map(({ text }) => text).join('\n'));
  return { segments, sections, language };
}
