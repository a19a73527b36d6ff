import type { Segment } from '#engine/domain.ts';
import { speakersOf, type TranscriptEdit } from '#lib/transcripts/transcript-edits.ts';
import { followQuote } from './follow-quote.ts';
import { followSpeaker } from './follow-speaker.ts';
import { makeChanges, type NoteChange } from './note-changes.ts';

/** A note point covers about this long from its time. */
const pointMs = 60_000;
const roundedMs = 1000;

export function needsLines(edit: TranscriptEdit): boolean {
  return edit.type === 'rename' || edit.type === 'speaker';
}

/** `lines`: before the correction. */
export function followEdit(note: string, edit: TranscriptEdit, lines: readonly Segment[]): NoteChange[] {
  switch (edit.type) {
    case 'text':
      return followQuote(note, edit, edit.text);
    case 'rename':
      return followSpeaker(note, { ...nameOf(lines, edit.from), to: edit.to });
    case 'speaker': {
      const at = lines.findIndex((line, index) => index >= edit.line && line.startMs === edit.startMs && line.text === edit.was);
      const line = lines[at];
      if (!line?.speaker || edit.speaker === null) return [];
      const endMs = lines[at + 1]?.startMs ?? line.endMs ?? Number.POSITIVE_INFINITY;
      // For a single line, changes only points that cite nothing else.
      const only = (ms: number): boolean => ms >= edit.startMs && ms < endMs;
      return followSpeaker(note, { ...nameOf(lines, line.speaker), to: edit.speaker, only });
    }
    default:
      return [];
  }
}

/** A heading made from uncorrected text, with the speakers' current names. */
export function withNames(heading: string, edits: readonly TranscriptEdit[]): string {
  return edits.reduce((text, edit) => (edit.type === 'rename' ? withName(text, { ...edit, plain: true }) : text), heading);
}

/** Renames one speaker. `plain`: the text is no Markdown. */
export function withName(text: string, rename: { from: string; to: string; plain?: boolean }): string {
  const { from, to, plain = false } = rename;
  return makeChanges(text, followSpeaker(text, { from, to, others: [], speaksAt: () => true, plain }));
}

function nameOf(lines: readonly Segment[], from: string) {
  const spoken = lines.flatMap(({ speaker, startMs, endMs }) =>
    speaker === from && startMs !== null ? [{ startMs, endMs }] : [],
  );
  return {
    from,
    others: speakersOf(lines).filter((name) => name !== from),
    speaksAt: (ms: number) =>
      spoken.some(({ startMs, endMs }) => startMs <= ms + pointMs && (endMs ?? startMs) >= ms - roundedMs),
  };
}
