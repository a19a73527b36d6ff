/** Instructions (`instructions.ts`) and source come first and are the same for every task, so that all share the provider's prompt cache. */

import { sliceWhole } from '#lib/text/cut-text.ts';
import { withoutInvisible } from '#lib/text/invisible.ts';
import { formatClock } from '#lib/time.ts';
import type { Extracted, Section, Segment, SourceChapter } from '../domain.ts';
import { hashOf } from '../hash.ts';

export type SourceFacts = {
  title: string | null;
  author: string | null;
  description: string | null;
  timed: boolean;
  chapters: readonly SourceChapter[];
  sections?: readonly Section[];
};

/** Used by every task: a different prefix would miss the provider's cache. */
export function factsOf(extracted: Extracted): SourceFacts {
  return {
    title: extracted.title,
    author: extracted.author,
    description: extracted.description,
    timed: extracted.transcript?.timed ?? false,
    chapters: extracted.chapters,
    sections: extracted.sections ?? [],
  };
}

/** Of chapters and of sections: a list of thousands would leave no room for the source. */
const mostListed = 200;

/** Leaves some out evenly, so that the end of a long source is listed too. */
function thinned<Item>(list: readonly Item[]): readonly Item[] {
  const keepOneIn = Math.ceil(list.length / mostListed);
  return list.filter((_, at) => at % keepOneIn === 0);
}

export function renderSource(facts: SourceFacts, segments: readonly Segment[], context: readonly Segment[] = []): string {
  const fence = `SOURCE-${hashOf(segments.map((segment) => segment.text)).slice(0, 12)}`;
  const lines: string[] = [];
  if (facts.title) lines.push(`Title: ${oneLine(facts.title, 300)}`);
  if (facts.author) lines.push(`Author: ${oneLine(facts.author, 200)}`);
  if (facts.description) lines.push(`Description: ${oneLine(facts.description, 600)}`);
  if (facts.chapters.length > 0) {
    lines.push('Chapters set by the author:');
    for (const chapter of thinned(facts.chapters)) {
      const first = segments.find(({ startMs }) => startMs !== null && startMs + 500 >= chapter.startMs);
      const from = first && chapter.startMs >= (segments[0]?.startMs ?? 0) - 500 ? `from L${first.id}, ` : '';
      lines.push(`  ${from}${formatClock(chapter.startMs)}: ${oneLine(chapter.title, 120)}`);
    }
  }
  if (facts.sections && facts.sections.length > 0) {
    lines.push('Sections of the document:');
    for (const section of thinned(facts.sections)) lines.push(`  from L${section.segmentId}: ${oneLine(section.title, 120)}`);
  }
  lines.push(`<<<${fence}`);
  for (const segment of context) lines.push(`(before) ${speakerOf(segment)}${oneLine(segment.text, 2000)}`);
  let nextMarkMs = 0;
  for (const segment of segments) {
    if (facts.timed && segment.startMs !== null && segment.startMs >= nextMarkMs) {
      lines.push(`== ${formatClock(segment.startMs)} ==`);
      nextMarkMs = segment.startMs + 120_000;
    }
    lines.push(`L${segment.id} ${speakerOf(segment)}${oneLine(segment.text, 4000)}`);
  }
  lines.push(`${fence}>>>`);
  return lines.join('\n');
}

function speakerOf({ speaker }: Segment): string {
  return speaker ? `${oneLine(speaker, 60)}: ` : '';
}

/** A text from outside stays on one line, so that it cannot look like a part of the prompt. */
export function oneLine(text: string, limit: number): string {
  return sliceWhole(withoutInvisible(text).replace(/\s+/g, ' ').trim(), 0, limit);
}
