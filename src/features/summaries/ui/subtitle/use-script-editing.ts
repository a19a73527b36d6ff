import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment } from '#engine/model.ts';
import { applyEdit, type LineRef, type TranscriptEdit } from '#lib/transcript-edits.ts';
import { useTRPC } from '#rpc/client.tsx';
import { readError } from '#rpc/client-error.ts';
import { useFailureToast } from '#rpc/failure-toast.ts';
import { showToast } from '#ui/toast.ts';
import type { ContentDetail, EditedTranscript } from '../../contract.ts';
import { indexAt } from './follow.ts';

/** What is being typed for one line. It stays while the line scrolls away, and when somebody else was quicker. */
export type LineDraft = {
  /** The line as it stood when it was opened: what is typed belongs to that and to no other. */
  startMs: number;
  was: string;
  text: string;
  speaker: string;
  everywhere: boolean;
};

export type ScriptEditing = {
  /** Lines offer to be corrected. */
  on: boolean;
  toggle: () => void;
  draft: LineDraft | null;
  /** Where the draft's line is now; -1 without one. */
  row: number;
  change: (draft: LineDraft) => void;
  open: (line: number) => void;
  close: () => void;
  busy: boolean;
  save: () => void;
  merge: () => void;
  split: (at: number) => void;
  undo: () => void;
};

/** Corrections of a script, one request at a time, each on the state that the one before made. */
export function useScriptEditing(detail: ContentDetail): ScriptEditing {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const { mutateAsync: edit } = useMutation(trpc.content.editTranscript.mutationOptions());
  const { mutateAsync: takeBack } = useMutation(trpc.content.undoTranscriptEdit.mutationOptions());
  const [on, setOn] = useState(false);
  const [draft, setDraft] = useState<LineDraft | null>(null);
  const [busy, setBusy] = useState(false);
  const { contentId } = detail;
  const key = trpc.content.detail.queryKey({ contentId });
  const now = useRef(detail);
  useEffect(() => {
    now.current = detail;
  });

  /** What the server answered, and how the lines are now, in the page's copy. */
  function keep(answer: EditedTranscript, lines: Segment[] | null): void {
    queries.setQueryData(key, (known) => {
      if (!known) return known;
      const next: ContentDetail = {
        ...known,
        transcriptVersion: answer.version,
        transcriptEdits: answer.edits,
        ...(lines ? { subtitlesArray: lines } : {}),
        ...(answer.note
          ? { note: answer.note.markdown, noteVersionId: answer.note.versionId, updatedAt: answer.note.updatedAt }
          : {}),
      };
      now.current = next;
      return next;
    });
    void queries.invalidateQueries({ queryKey: trpc.content.article.queryKey({ contentId }) });
    void queries.invalidateQueries({ queryKey: trpc.content.writtenArticle.queryKey({ contentId }) });
    void queries.invalidateQueries({ queryKey: trpc.content.translation.queryKey({ contentId }) });
    // What is marked moves along with the words.
    void queries.invalidateQueries({ queryKey: trpc.highlights.ofContent.queryKey({ contentId }) });
    if (answer.note)
      showToast({
        tone: 'success',
        message: t(($) => $.content.subtitle.edit.noteFollowed, { count: answer.note?.places ?? 0 }),
      });
  }

  /** Runs the edits in order; each is made from the lines that the one before left. True when all of them stand. */
  async function run(makers: ((lines: readonly Segment[]) => TranscriptEdit | null)[]): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    try {
      for (const make of makers) {
        const { transcriptVersion, subtitlesArray } = now.current;
        const wanted = make(subtitlesArray);
        if (wanted) keep(await edit({ contentId, base: transcriptVersion, edit: wanted }), applyEdit(subtitlesArray, wanted));
      }
      return true;
    } catch (error) {
      handleFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  function handleFailure(error: unknown): void {
    failed(
      t(($) => $.content.subtitle.edit.failed),
      error,
    );
    if (readError(error).code === 'transcript_conflict') void catchUp();
  }

  /** The lines as they are now; what was typed is from here on about the line that stands in its place. */
  async function catchUp(): Promise<void> {
    await queries.invalidateQueries({ queryKey: key });
    const lines = queries.getQueryData(key)?.subtitlesArray ?? [];
    setDraft((before) => {
      const line = before ? lines[rowOf(lines, before)] : undefined;
      return before && line ? { ...before, startMs: line.startMs ?? 0, was: line.text } : before;
    });
  }

  /** What was typed first; then what names its speaker or changes the lines themselves. */
  async function send(rest: (lines: readonly Segment[], ref: LineRef) => TranscriptEdit | null): Promise<void> {
    if (!draft) return;
    const { startMs, was } = draft;
    const text = draft.text.trim();
    const changed = text !== '' && text !== was;
    const done = await run([
      (lines) => (changed ? { type: 'text', line: rowOf(lines, draft), startMs, was, text } : null),
      (lines) => rest(lines, { line: rowOf(lines, draft), startMs, was: changed ? text : was }),
    ]);
    if (done) setDraft(null);
  }

  function handleSave(): Promise<void> {
    return send((lines, ref) => {
      const speaker = draft?.speaker.trim() ?? '';
      const named = lines[ref.line]?.speaker ?? '';
      if (speaker === named) return null;
      return draft?.everywhere && named !== '' && speaker !== ''
        ? { type: 'rename', from: named, to: speaker }
        : { type: 'speaker', ...ref, speaker: speaker === '' ? null : speaker };
    });
  }

  async function handleUndo(): Promise<void> {
    if (busy || now.current.transcriptEdits === 0) return;
    setBusy(true);
    try {
      keep(await takeBack({ contentId, base: now.current.transcriptVersion }), null);
      setDraft(null);
      await queries.invalidateQueries({ queryKey: key });
      showToast({ message: t(($) => $.content.subtitle.edit.undone) });
    } catch (error) {
      handleFailure(error);
    } finally {
      setBusy(false);
    }
  }

  const open = useCallback((line: number) => {
    const segment = now.current.subtitlesArray[line];
    if (!segment) return;
    const { text, speaker = '', startMs } = segment;
    setDraft({ startMs: startMs ?? 0, was: text, text, speaker, everywhere: true });
  }, []);

  return {
    on,
    toggle: () => {
      setOn(!on);
      setDraft(null);
    },
    draft,
    row: draft ? rowOf(detail.subtitlesArray, draft) : -1,
    change: setDraft,
    open,
    close: () => setDraft(null),
    busy,
    save: () => void handleSave(),
    merge: () => void send((lines, ref) => ({ type: 'merge', ...ref, next: lines[ref.line + 1]?.text ?? '' })),
    split: (at) => {
      const text = draft?.text ?? '';
      const lead = text.length - text.trimStart().length;
      void send((_, ref) => ({ type: 'split', ...ref, at: Math.max(1, at - lead) }));
    },
    undo: () => void handleUndo(),
  };
}

/** The line that starts when the draft's does and says what it said, else the one at that moment. */
function rowOf(lines: readonly Segment[], { startMs, was }: Pick<LineDraft, 'startMs' | 'was'>): number {
  const last = indexAt(lines, startMs);
  for (let row = last; row >= 0 && lines[row]?.startMs === startMs; row -= 1) if (lines[row]?.text === was) return row;
  return Math.max(0, last);
}
