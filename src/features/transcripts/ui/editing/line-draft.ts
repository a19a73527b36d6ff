import type { Segment } from '#engine/domain.ts';
import type { LineRef, TranscriptEdit } from '#lib/transcripts/transcript-edits.ts';
import { indexAt } from '#ui/player/index-at.ts';

/** Kept while the line scrolls out of view. */
export type LineDraft = {
  startMs: number;
  was: string;
  /** Empty without a speaker. */
  named: string;
  text: string;
  speaker: string;
  everywhere: boolean;
};

type Line = Pick<Segment, 'startMs' | 'text' | 'speaker'>;

export function draftOf({ text, speaker = '', startMs }: Line): LineDraft {
  return { startMs: startMs ?? 0, was: text, named: speaker, text, speaker, everywhere: true };
}

/** An emptied line changes nothing. */
export function newText({ text, was }: LineDraft): string | null {
  const typed = text.trim();
  return typed === '' || typed === was ? null : typed;
}

function newSpeaker({ speaker, named }: LineDraft): string | null {
  return speaker.trim() === named ? null : speaker.trim();
}

export function isChanged(draft: LineDraft): boolean {
  return newText(draft) !== null || newSpeaker(draft) !== null;
}

/** The new speaker of one line or of all; null when unchanged. */
export function speakerEdit(draft: LineDraft, ref: LineRef): TranscriptEdit | null {
  const speaker = newSpeaker(draft);
  if (speaker === null) return null;
  return draft.everywhere && draft.named !== '' && speaker !== ''
    ? { type: 'rename', from: draft.named, to: speaker }
    : { type: 'speaker', ...ref, speaker: speaker === '' ? null : speaker };
}

/** The index of the draft's line, by start and text, else by start. */
export function rowOf(lines: readonly Line[], { startMs, was }: Pick<LineDraft, 'startMs' | 'was'>): number {
  const last = indexAt(lines, startMs);
  for (let row = last; row >= 0 && lines[row]?.startMs === startMs; row -= 1) if (lines[row]?.text === was) return row;
  return Math.max(0, last);
}

/** Moves the draft to the line that replaced its own. */
export function movedTo(draft: LineDraft, { startMs, text, speaker = '' }: Line): LineDraft {
  return {
    ...draft,
    startMs: startMs ?? 0,
    was: text,
    named: speaker,
    speaker: newSpeaker(draft) === null ? speaker : draft.speaker,
  };
}

const keyOf = (contentId: string) => `gleaner:draft:line:${contentId}`;

/** Null when the line is gone or says the same. */
export function readLineDraft(contentId: string, lines: readonly Line[]): LineDraft | null {
  try {
    const draft = draftIn(JSON.parse(localStorage.getItem(keyOf(contentId)) ?? 'null'));
    const line = draft ? lines[rowOf(lines, draft)] : undefined;
    if (!draft || line?.startMs !== draft.startMs) return null;
    return isChanged(draft) && isChanged({ ...draft, was: line.text }) ? draft : null;
  } catch {
    return null;
  }
}

function draftIn(stored: unknown): LineDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { startMs, everywhere, was, named, text, speaker } = stored as Record<keyof LineDraft, unknown>;
  if (typeof startMs !== 'number' || typeof everywhere !== 'boolean') return null;
  if (typeof was !== 'string' || typeof named !== 'string' || typeof text !== 'string' || typeof speaker !== 'string')
    return null;
  return { startMs, everywhere, was, named, text, speaker };
}

export function keepLineDraft(contentId: string, draft: LineDraft | null): void {
  try {
    if (draft === null || !isChanged(draft)) localStorage.removeItem(keyOf(contentId));
    else localStorage.setItem(keyOf(contentId), JSON.stringify(draft));
  } catch {}
}
