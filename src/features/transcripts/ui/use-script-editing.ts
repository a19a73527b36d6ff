import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment } from '#engine/domain.ts';
import type { ContentDetail } from '#features/contents/contract.ts';
import { applyEdit, type LineRef, type TranscriptEdit } from '#lib/transcript-edits.ts';
import { useTRPC } from '#rpc/client.tsx';
import { readError } from '#rpc/client-error.ts';
import { useFailureToast } from '#rpc/failure-toast.ts';
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

export type ScriptEditing = {
  /** Lines offer to be corrected. */
  on: boolean;
  toggle: () => void;
  draft: LineDraft | null;
  /** The draft is from before this page was opened: nobody pressed anything for it yet. */
  restored: boolean;
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

/**
 * Corrections of a script, one request at a time, each on the state that the one before made. What was typed is saved
 * before another line takes its place; and it is kept in this browser, for whoever leaves in the middle.
 */
export function useScriptEditing(detail: ContentDetail): ScriptEditing {
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
  /** The draft as it is, for what began before it changed. */
  const drafted = useRef(draft);
  /** What is on its way. It never fails. */
  const work = useRef<Promise<boolean> | null>(null);
  const key = trpc.content.detail.queryKey({ contentId });
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
          ? {
              note: answer.note.markdown,
              noteVersionId: answer.note.versionId,
              noteEdited: true,
              updatedAt: answer.note.updatedAt,
            }
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

  /** Does one thing at a time. True when it was done; what goes wrong is said. */
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

  /** Makes the edits in order, each from the lines that the one before left. */
  async function make(makers: ((lines: readonly Segment[]) => TranscriptEdit | null)[]): Promise<void> {
    for (const from of makers) {
      const { transcriptVersion, subtitlesArray } = now.current;
      const wanted = from(subtitlesArray);
      if (wanted) keep(await edit({ contentId, base: transcriptVersion, edit: wanted }), applyEdit(subtitlesArray, wanted));
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
    const typed = drafted.current;
    const line = typed ? lines[rowOf(lines, typed)] : undefined;
    if (typed && line) put(movedTo(typed, line));
  }

  /** What was typed first, and who speaks; then what changes the lines themselves. True when all of it stands. */
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

  /** Saves what was typed, so that its line can be left. False when that went wrong: it is still open then. */
  async function settle(): Promise<boolean> {
    await work.current;
    const left = drafted.current;
    return left === null || !isChanged(left) || send();
  }

  function handleUndo(): void {
    if (now.current.transcriptEdits === 0) return;
    void alone(async () => {
      keep(await takeBack({ contentId, base: now.current.transcriptVersion }), null);
      // What is being typed is no correction yet: it is not what was taken back.
      if (drafted.current && !isChanged(drafted.current)) put(null);
      await catchUp();
      showToast({ message: t(($) => $.content.subtitle.edit.undone) });
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
    // At once where nothing has to be saved: a phone shows its keyboard only for what a press does itself.
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
