import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment } from '#engine/model.ts';
import { applyEdit, type TranscriptEdit } from '#lib/transcript-edits.ts';
import { useTRPC } from '#rpc/client.tsx';
import { readError } from '#rpc/client-error.ts';
import { showToast } from '#ui/toast.ts';
import type { ContentDetail, EditedTranscript } from '../../contract.ts';
import { useFailureToast } from '../run/use-run-actions.ts';

/** What is being typed for one line. It stays while the line scrolls away, and when somebody else was quicker. */
export type LineDraft = { line: number; text: string; speaker: string; everywhere: boolean };

export type ScriptEditing = {
  /** Lines offer to be corrected. */
  on: boolean;
  toggle: () => void;
  draft: LineDraft | null;
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
    void queries.invalidateQueries({ queryKey: trpc.content.translation.queryKey({ contentId }) });
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
    if (readError(error).code === 'transcript_conflict') void queries.invalidateQueries({ queryKey: key });
    failed(
      t(($) => $.content.subtitle.edit.failed),
      error,
    );
  }

  async function handleSave(): Promise<void> {
    if (!draft) return;
    const { line, everywhere } = draft;
    const text = draft.text.trim();
    const speaker = draft.speaker.trim();
    const before = now.current.subtitlesArray[line];
    const done = await run([
      (lines) => (text === '' || text === lines[line]?.text ? null : { type: 'text', ...refOf(lines, line), text }),
      (lines) => {
        const named = lines[line]?.speaker ?? '';
        if (speaker === named) return null;
        return everywhere && named !== '' && speaker !== '' && before?.speaker === named
          ? { type: 'rename', from: named, to: speaker }
          : { type: 'speaker', ...refOf(lines, line), speaker: speaker === '' ? null : speaker };
      },
    ]);
    if (done) setDraft(null);
  }

  /** What was typed first, then what changes the lines themselves. */
  async function handleShape(make: (lines: readonly Segment[], line: number) => TranscriptEdit): Promise<void> {
    if (!draft) return;
    const { line } = draft;
    const text = draft.text.trim();
    const done = await run([
      (lines) => (text === '' || text === lines[line]?.text ? null : { type: 'text', ...refOf(lines, line), text }),
      (lines) => make(lines, line),
    ]);
    if (done) setDraft(null);
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
    if (segment) setDraft({ line, text: segment.text, speaker: segment.speaker ?? '', everywhere: true });
  }, []);

  return {
    on,
    toggle: () => {
      setOn(!on);
      setDraft(null);
    },
    draft,
    change: setDraft,
    open,
    close: () => setDraft(null),
    busy,
    save: () => void handleSave(),
    merge: () => void handleShape((lines, line) => ({ type: 'merge', ...refOf(lines, line), next: lines[line + 1]?.text ?? '' })),
    split: (at) => {
      const lead = (draft?.text.length ?? 0) - (draft?.text.trimStart().length ?? 0);
      void handleShape((lines, line) => ({ type: 'split', ...refOf(lines, line), at: Math.max(1, at - lead) }));
    },
    undo: () => void handleUndo(),
  };
}

function refOf(lines: readonly Segment[], line: number): { line: number; startMs: number; was: string } {
  const segment = lines[line];
  return { line, startMs: segment?.startMs ?? 0, was: segment?.text ?? '' };
}
