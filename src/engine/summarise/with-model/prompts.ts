import { languages } from '#lib/languages.ts';
import type { Detail, Language, Segment } from '../../domain.ts';
import { oneLine, renderSource, type SourceFacts } from '../../llm/source-prompt.ts';
import type { SectionRange } from './section-range.ts';

/** Part of every checkpoint key: raise it when a change of wording should make new notes. */
export const promptVersion = 3;

const pointRequests: Record<Detail, string> = {
  brief: '1–3 points a section, only what the source cannot be understood without; no indented details.',
  standard: '2–6 points a section.',
  detailed:
    '4–10 points a section: every claim, number, name, example and decision that a reader could ask for, with indented details where they add something.',
};

export function renderWholeTask(language: Language, sections: SectionRange, detail: Detail): string {
  return `Task: the whole note, ${sectionRequest(sections)}. Format:

> One paragraph of 2–4 sentences: what this is and its main conclusions.

## Section title [L0]
- A point. [L3-L5]
  - A detail that matters, where there is one. [L4]
- Another point. [L9]

#tag1 #tag2 #tag3

${pointRequests[detail]} The last line holds 3–6 tags without spaces inside. Write in ${languages[language].promptName}.`;
}

export function renderWindowTask(
  language: Language,
  sections: SectionRange,
  detail: Detail,
  { part, parts }: { part: number; parts: number },
): string {
  return `Task: this is part ${part} of ${parts} of a longer source. Write only its sections, ${sectionRequest(sections)}; no abstract, no tags. Lines marked (before) are context: do not cite or cover them. Format:

## Section title [L120]
- A point. [L123-L125]
  - A detail that matters, where there is one. [L124]

${pointRequests[detail]} Write in ${languages[language].promptName}.`;
}

export function renderRepairTask(
  language: Language,
  facts: SourceFacts,
  lines: readonly Segment[],
  failing: readonly { text: string; segmentIds: readonly number[]; missing: readonly string[] }[],
): string {
  const listed = failing.map(({ text, segmentIds, missing }, index) => {
    const cited = segmentIds.length === 0 ? '' : ` [L${segmentIds[0]}${segmentIds.length > 1 ? `-L${segmentIds.at(-1)}` : ''}]`;
    const why =
      missing.length > 0 ? `not found there: ${missing.map((claim) => oneLine(claim, 60)).join(', ')}` : 'cites no line';
    return `${index + 1}. ${oneLine(text, 600)}${cited} (${why})`;
  });
  return `${renderSource({ ...facts, chapters: [] }, lines)}

These statements of a note could not be checked against the lines they cite:

${listed.join('\n')}

Task: for each number write one line: the statement put right so that it says only what the lines say, ending with the lines it rests on; or the word drop when the lines do not say it. Format:

1. The corrected statement. [L12-L13]
2. drop

Nothing else. Write in ${languages[language].promptName}.`;
}

export function renderMergeTask(
  language: Language,
  title: string | null,
  sections: readonly { title: string; points: readonly string[] }[],
): string {
  const listed = sections.map(
    (section, index) => `${index + 1}. ${section.title}\n${section.points.map((point) => `   - ${point}`).join('\n')}`,
  );
  return `${title ? `Title: ${oneLine(title, 300)}\n` : ''}These are the finished sections of a note, in order:

${listed.join('\n')}

Task: write the abstract and the tags of the whole note. Where neighbouring sections treat the same topic and should be one, add a line "merge 3,4 as New title". Do not repeat the sections. Format:

> One paragraph of 3–5 sentences: what this is and its main conclusions.
merge 3,4 as New title

#tag1 #tag2 #tag3

3–6 tags without spaces inside. Write in ${languages[language].promptName}.`;
}

function sectionRequest(sections: SectionRange): string {
  if (sections.own)
    return `in the ${sections.min === 1 ? 'chapter' : `${sections.min} chapters`} set by the author, each a section under its own title, from its first line on`;
  return sections.min === sections.max
    ? `in ${sections.min} section${sections.min === 1 ? '' : 's'}`
    : `in ${sections.min} to ${sections.max} sections`;
}
