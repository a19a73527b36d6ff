import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment } from '#engine/domain.ts';
import type { ContentOverview, ContentTranscript } from '#features/contents/contract.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { readError } from '#lib/client-error.ts';
import { applyEdit, type LineRef, type TranscriptEdit } from '#lib/transcript-edits.ts';
import { useTRPC } from '#rpc/client.tsx';
import { showToast } from '#ui/toast.ts';
import type { EditedTranscript } from '../contract.ts';
import {
  draftOf,
  isChanged,
  keepLineDraft,
  type LineDraft,
  movedTo,
  newText,
  readLineDraft,
  rowOf,
  speakerEdit,
} from './line-draft.ts';

/** A content with its script. */
export type ScriptContent = ContentOverview & ContentTranscript;

export type ScriptEditing = {
  on: boolean;
  toggle: () => void;
  draft: LineDraft | null;
  /** The draft is from an earlier visit. */
  restored: boolean;
  /** Index of the draft's line; -1 without one. */
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

/**
 * Corrections of a script, one request at a time, each based on the state before. Unsaved text is saved before another line
 * opens, and kept in this browser.
 */
export function useScriptEditing(detail: ScriptContent): ScriptEditing {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const { mutateAsync: edit } = useMutation(trpc.content.editTranscript.mutationOptions());
  const { mutateAsync: takeBack } = useMutation(trpc.content.undoTranscriptEdit.mutationOptions());
  const { contentId } = detail;
  const [draft, setDraft] = useState(() => readLineDraft(contentId, detail.subtitlesArray));
  const [restored, setRestored] = useState(draft !== null);
  const [on, setOn] = useState(restored);
  const [busy, setBusy] = useState(false);
  /** The current draft for running work. */
  const drafted = useRef(draft);
  /** Never rejects. */
  const work = useRef<Promise<boolean> | null>(null);
  const key = trpc.content.transcript.queryKey({ contentId });
  const now = useRef(detail);
  useEffect(() => {
    now.current = detail;
  });

  function put(next: LineDraft | null): void {
    drafted.current = next;
    setDraft(next);
    keepLineDraft(contentId, next);
    if (next === null) setRestored(false);
  }

  /** Stores the server's answer and the new lines in the cache. */
  function keep(answer: EditedTranscript, lines: Segment[] | null): void {
    const script = {
      transcriptVersion: answer.version,
      transcriptEdits: answer.edits,
      ...(lines ? { subtitlesArray: lines } : {}),
    };
    now.current = { ...now.current, ...script };
    queries.setQueryData(key, (known) => known && { ...known, ...script });
    queries.setQueryData(
      trpc.content.overview.queryKey({ contentId }),
      (known) =>
        known && {
          ...known,
          transcriptVersion: answer.version,
          ...(answer.note
            ? {
                note: answer.note.markdown,
                noteVersionId: answer.note.versionId,
                noteEdited: true,
                updatedAt: answer.note.updatedAt,
              }
            : {}),
        },
    );
    void queries.invalidateQueries({ queryKey: trpc.content.speechDensity.pathKey() });
    void queries.invalidateQueries({ queryKey: trpc.content.article.queryKey({ contentId }) });
    void queries.invalidateQueries({ queryKey: trpc.content.writtenArticle.queryKey({ contentId }) });
    void queries.invalidateQueries({ queryKey: trpc.content.translation.queryKey({ contentId }) });
    // Highlights move with the text.
    void queries.invalidateQueries({ queryKey: trpc.highlights.ofContent.queryKey({ contentId }) });
    if (answer.note)
      showToast({
        tone: 'success',
        message: t(($) => $.transcripts.edit.noteFollowed, { count: answer.note?.places ?? 0 }),
      });
  }

  /** Runs one request at a time; true on success, failures are shown. */
  async function alone(act: () => Promise<void>): Promise<boolean> {
    if (work.current) return false;
    setBusy(true);
    work.current = act().then(
      () => true,
      (error: unknown) => {
        handleFailure(error);
        return false;
      },
    );
    try {
      return await work.current;
    } finally {
      work.current = null;
      setBusy(false);
    }
  }

  async function make(makers: ((lines: readonly Segment[]) => TranscriptEdit | null)[]): Promise<void> {
    for (const from of makers) {
      const { transcriptVersion, subtitlesArray } = now.current;
      const wanted = from(subtitlesArray);
      if (wanted) keep(await edit({ contentId, base: transcriptVersion, edit: wanted }), applyEdit(subtitlesArray, wanted));
    }
  }

  function handleFailure(error: unknown): void {
    failed(
      t(($) => $.transcripts.edit.failed),
      error,
    );
    if (readError(error).code === 'transcript_conflict') void catchUp();
  }

  /** Reloads the lines and moves the draft to the line in its place. */
  async function catchUp(): Promise<void> {
    // The overview says whether the note is still what was written.
    await Promise.all([
      queries.invalidateQueries({ queryKey: key }),
      queries.invalidateQueries({ queryKey: trpc.content.overview.queryKey({ contentId }) }),
    ]);
    const lines = queries.getQueryData(key)?.subtitlesArray ?? [];
    const typed = drafted.current;
    const line = typed ? lines[rowOf(lines, typed)] : undefined;
    if (typed && line) put(movedTo(typed, line));
  }

  /** Saves text and speaker first, then the structural change. True when all succeeded. */
  async function send(rest?: (ref: LineRef, lines: readonly Segment[]) => TranscriptEdit): Promise<boolean> {
    const sent = drafted.current;
    if (!sent) return true;
    const { startMs, was } = sent;
    const text = newText(sent);
    const refIn = (lines: readonly Segment[]): LineRef => {
      const line = { startMs, was: text ?? was };
      return { line: rowOf(lines, line), ...line };
    };
    return alone(async () => {
      await make([
        (lines) => (text === null ? null : { type: 'text', line: rowOf(lines, sent), startMs, was, text }),
        (lines) => speakerEdit(sent, refIn(lines)),
        (lines) => rest?.(refIn(lines), lines) ?? null,
      ]);
      put(null);
    });
  }

  /** Saves the draft; false keeps it open. */
  async function settle(): Promise<boolean> {
    await work.current;
    const left = drafted.current;
    return left === null || !isChanged(left) || send();
  }

  function handleUndo(): void {
    if (now.current.transcriptEdits === 0) return;
    void alone(async () => {
      keep(await takeBack({ contentId, base: now.current.transcriptVersion }), null);
      // Unsaved text is not part of the undo.
      if (drafted.current && !isChanged(drafted.current)) put(null);
      await catchUp();
      showToast({ message: t(($) => $.transcripts.edit.undone) });
    });
  }

  async function handleToggle(): Promise<void> {
    if (!on) return setOn(true);
    if (!(await settle())) return;
    put(null);
    setOn(false);
  }

  async function handleOpen(line: number): Promise<void> {
    const wanted = now.current.subtitlesArray[line];
    if (!wanted) return;
    const typed = drafted.current;
    // Synchronous when nothing is unsaved: phones show the keyboard only for direct input.
    if ((work.current || (typed && isChanged(typed))) && !(await settle())) return;
    const lines = now.current.subtitlesArray;
    const segment = lines[rowOf(lines, { startMs: wanted.startMs ?? 0, was: wanted.text })];
    if (!segment) return;
    put(draftOf(segment));
    setRestored(false);
  }

  const latest = useRef(handleOpen);
  useEffect(() => {
    latest.current = handleOpen;
  });
  const open = useCallback((line: number) => void latest.current(line), []);

  return {
    on,
    toggle: () => void handleToggle(),
    draft,
    restored,
    row: draft ? rowOf(detail.subtitlesArray, draft) : -1,
    change: put,
    open,
    close: () => put(null),
    busy,
    save: () => void send(),
    merge: () => void send((ref, lines) => ({ type: 'merge', ...ref, next: lines[ref.line + 1]?.text ?? '' })),
    split: (at) => {
      const text = draft?.text ?? '';
      const lead = text.length - text.trimStart().length;
      void send((ref) => ({ type: 'split', ...ref, at: Math.max(1, at - lead) }));
    },
    undo: handleUndo,
  };
}
