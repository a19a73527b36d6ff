import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment } from '#engine/domain.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { readError } from '#lib/client-error.ts';
import { applyEdit, type LineRef, type TranscriptEdit } from '#lib/transcripts/transcript-edits.ts';
import { useTRPC } from '#rpc/client.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { EditedTranscript } from '../../contract.ts';
import { type ScriptContent, useScriptCache } from '../use-script-cache.ts';
import { draftOf, isChanged, type LineDraft, movedTo, newText, rowOf, speakerEdit } from './line-draft.ts';
import { useLineDraft } from './use-line-draft.ts';
import { useOneRequest } from './use-one-request.ts';

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

type Rest = (ref: LineRef, lines: readonly Segment[]) => TranscriptEdit;

/** One request at a time, each based on the state before. Unsaved text is saved before another line opens. */
export function useScriptEditing(detail: ScriptContent): ScriptEditing {
  const { draft, drafted, restored, setRestored, put } = useLineDraft(detail.contentId, detail.subtitlesArray);
  const { now, busy, running, send, undo } = useCorrections(detail, { drafted, put });
  const [on, setOn] = useState(restored);

  /** Saves the draft; false keeps it open. */
  async function settle(): Promise<boolean> {
    await running.current;
    const left = drafted.current;
    return left === null || !isChanged(left) || send();
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
    if ((running.current || (typed && isChanged(typed))) && !(await settle())) return;
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
    undo,
  };
}

function useCorrections(detail: ScriptContent, { drafted, put }: Pick<ReturnType<typeof useLineDraft>, 'drafted' | 'put'>) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const failed = useFailureToast();
  const { mutateAsync: edit } = useMutation(trpc.content.editTranscript.mutationOptions());
  const { mutateAsync: takeBack } = useMutation(trpc.content.undoTranscriptEdit.mutationOptions());
  const { contentId } = detail;
  const cache = useScriptCache(detail);
  const { now } = cache;
  const { busy, running, runAlone } = useOneRequest((error) => {
    failed(
      t(($) => $.transcripts.edit.failed),
      error,
    );
    if (readError(error).code === 'transcript_conflict') void catchUp();
  });

  function keep(answer: EditedTranscript, lines: readonly Segment[] | null): void {
    cache.keep(answer, lines);
    const { note } = answer;
    if (note) showToast({ tone: 'success', message: t(($) => $.transcripts.edit.noteFollowed, { count: note.places }) });
  }

  /** Reloads the lines and moves the draft to the line in its place. */
  async function catchUp(): Promise<void> {
    const lines = await cache.readAgain();
    const typed = drafted.current;
    const line = typed ? lines[rowOf(lines, typed)] : undefined;
    if (typed && line) put(movedTo(typed, line));
  }

  /** Saves text and speaker first, then the structural change. True when all succeeded. */
  async function send(rest?: Rest): Promise<boolean> {
    const sent = drafted.current;
    if (!sent) return true;
    return runAlone(async () => {
      for (const from of editsOf(sent, rest)) {
        const { transcriptVersion, subtitlesArray } = now.current;
        const wanted = from(subtitlesArray);
        if (wanted) keep(await edit({ contentId, base: transcriptVersion, edit: wanted }), applyEdit(subtitlesArray, wanted));
      }
      put(null);
    });
  }

  function undo(): void {
    if (now.current.transcriptEdits === 0) return;
    void runAlone(async () => {
      keep(await takeBack({ contentId, base: now.current.transcriptVersion }), null);
      // Unsaved text is not part of the undo.
      if (drafted.current && !isChanged(drafted.current)) put(null);
      await catchUp();
      showToast({ message: t(($) => $.transcripts.edit.undone) });
    });
  }

  return { now, busy, running, send, undo };
}

/** The edits of a draft, in the order in which they are sent; each is made from the lines that the previous one left. */
function editsOf(sent: LineDraft, rest: Rest | undefined): ((lines: readonly Segment[]) => TranscriptEdit | null)[] {
  const { startMs, was } = sent;
  const text = newText(sent);
  const refIn = (lines: readonly Segment[]): LineRef => {
    const line = { startMs, was: text ?? was };
    return { line: rowOf(lines, line), ...line };
  };
  return [
    (lines) => (text === null ? null : { type: 'text', line: rowOf(lines, sent), startMs, was, text }),
    (lines) => speakerEdit(sent, refIn(lines)),
    (lines) => rest?.(refIn(lines), lines) ?? null,
  ];
}
