import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import {
  Bold,
  Check,
  ChevronRight,
  Clock,
  Heading2,
  Italic,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Quote,
  Strikethrough,
} from 'lucide-react';
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useErrorText } from '#i18n/error-text.ts';
import { formatAnchor } from '#lib/markdown/anchors.ts';
import { formatClock } from '#lib/time.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { usePlayerState, usePlayerStore } from '#ui/player/player-context.tsx';
import { type CodeEditor, createCodeEditor, withPlainBreaks } from './code-editor.ts';
import { dropDraft, readDraft } from './draft-store.ts';
import type { EarlyText } from './editor-waiting.tsx';
import { type Edit, insertWord, type Selection, toggleAround, toggleLines } from './markdown-commands.ts';
import { NoteDiff } from './note-diff.tsx';
import { type NoteSaver, useNoteSaver } from './use-note-saver.ts';

type NoteEditorProps = {
  detail: ContentOverview;
  early: EarlyText;
  /** `unsaved`: the text exists only in this browser and will be sent again. */
  onClose: (unsaved?: boolean) => void;
};

export function NoteEditor({ detail, early, onClose }: NoteEditorProps) {
  const { t } = useTranslation();
  const [start] = useState(() => startOf(detail));
  const typed = useRef<string | null>(null);
  const saver = useNoteSaver(detail.contentId, {
    versionId: start.base,
    text: start.saved,
    current: detail.noteVersionId,
  });
  const [restored, setRestored] = useState(start.restored);
  const host = useRef<HTMLDivElement>(null);
  const bars = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | null>(null);
  const [comparing, setComparing] = useState(false);
  const change = useEffectEvent(saver.change);
  const flush = useEffectEvent(saver.flush);
  const handleLeave = useEffectEvent(leave);
  const handleComposed = useEffectEvent(catchUp);

  const words = useRef({
    label: t(($) => $.notes.edit.label),
    placeholder: t(($) => $.notes.edit.placeholder),
    phrases: searchPhrases(t),
  });
  // In the frame in which the placeholder disappears, so that no key is lost.
  useLayoutEffect(() => {
    if (!host.current) return;
    typed.current ??= early.text;
    early.text = '';
    const begin = withEarly(start.text, typed.current);
    const made = createCodeEditor({
      parent: host.current,
      ...begin,
      ...words.current,
      coveredTop: () => bars.current?.getBoundingClientRect().bottom ?? 0,
      onChange: (text) => change(text),
      onComposed: () => handleComposed(),
      onSave: () => void flush(),
      onLeave: () => void handleLeave(),
    });
    editor.current = made;
    if (begin.text !== start.saved) change(begin.text);
    made.focus();
    return () => {
      editor.current = null;
      made.destroy();
    };
  }, [early, start]);

  // After every render, because the note and the saved state change from outside.
  useEffect(() => catchUp());

  function catchUp(): void {
    if (!editor.current || editor.current.composing()) return;
    const note = saver.follow();
    if (note === null) return;
    setRestored(false);
    editor.current.replace(note);
  }

  async function leave(): Promise<void> {
    if (await saver.flush()) onClose();
  }

  return (
    <section
      aria-label={t(($) => $.notes.edit.label)}
      // Leaves room for the bars that stick above the note.
      className="rounded-lg border border-line bg-surface [--editor-top:var(--bars)]"
    >
      <div ref={bars} className="sticky top-(--editor-top) z-[5] rounded-t-lg bg-surface">
        <div className="flex flex-wrap items-center gap-0.5 border-b border-line px-2 py-1">
          <Toolbar onRun={(edit) => editor.current?.run(edit)} />
          <span className="grow max-md:hidden" />
          <SaveStatus saver={saver} />
          <Button size="sm" variant="primary" onClick={() => void leave()}>
            <Check aria-hidden className="size-4" />
            {t(($) => $.notes.edit.done)}
          </Button>
        </div>
        {saver.failure ? <FailureBar saver={saver} error={saver.failure.error} onLeave={() => onClose(true)} /> : null}
        {saver.state.kind === 'conflict' ? <ConflictBar onCompare={() => setComparing(true)} /> : null}
      </div>
      {restored ? <p className="bg-accent-soft px-4 py-2 text-sm">{t(($) => $.notes.edit.restored)}</p> : null}
      <div ref={host} className="min-h-80" />
      <p className="border-t border-line px-4 py-2 text-xs text-faint">{t(($) => $.notes.edit.help)}</p>
      {comparing ? (
        <ConflictDialog
          contentId={detail.contentId}
          mine={editor.current?.text() ?? ''}
          onOpenChange={setComparing}
          onMine={async (versionId) => {
            setComparing(false);
            await saver.overwrite(versionId);
          }}
          onTheirs={async (versionId, note) => {
            setComparing(false);
            // The history keeps both sides, this user's text first.
            if (!(await saver.overwrite(versionId))) return;
            saver.keep();
            editor.current?.replace(note);
            await saver.flush();
          }}
        />
      ) : null}
    </section>
  );
}

function withEarly(text: string, early: string): { text: string; cursor: number } {
  const gap = early === '' || text === '' ? '' : '\n\n';
  return { text: `${early}${gap}${text}`, cursor: early.length };
}

type Start = { base: string | null; saved: string; text: string; restored: boolean };

function startOf(detail: ContentOverview): Start {
  const note = withPlainBreaks(detail.note ?? '');
  const draft = readDraft(detail.contentId);
  if (!draft || draft.text === note) {
    if (draft) dropDraft(detail.contentId, draft.text);
    return { base: detail.noteVersionId, saved: note, text: note, restored: false };
  }
  // Saving an outdated draft reports a conflict, so nothing newer is lost.
  return { base: draft.baseVersionId, saved: note, text: draft.text, restored: true };
}

function searchPhrases(t: ReturnType<typeof useTranslation>['t']): Record<string, string> {
  return {
    Find: t(($) => $.notes.edit.search.find),
    Replace: t(($) => $.notes.edit.search.by),
    next: t(($) => $.notes.edit.search.next),
    previous: t(($) => $.notes.edit.search.previous),
    all: t(($) => $.notes.edit.search.all),
    'match case': t(($) => $.notes.edit.search.matchCase),
    regexp: t(($) => $.notes.edit.search.regexp),
    'by word': t(($) => $.notes.edit.search.wholeWords),
    replace: t(($) => $.notes.edit.search.replace),
    'replace all': t(($) => $.notes.edit.search.replaceAll),
    close: t(($) => $.notes.edit.search.close),
    'current match': t(($) => $.notes.edit.search.currentMatch),
    'on line': t(($) => $.notes.edit.search.onLine),
    'replaced match on line $': t(($) => $.notes.edit.search.replacedOne),
    'replaced $ matches': t(($) => $.notes.edit.search.replacedMany),
    'Selection deleted': t(($) => $.notes.edit.search.deleted),
  };
}

type Command = { key: string; icon: LucideIcon; edit: (text: string, selection: Selection) => Edit };

const commands: readonly Command[] = [
  { key: 'bold', icon: Bold, edit: (text, selection) => toggleAround(text, selection, '**') },
  { key: 'italic', icon: Italic, edit: (text, selection) => toggleAround(text, selection, '*') },
  { key: 'strike', icon: Strikethrough, edit: (text, selection) => toggleAround(text, selection, '~~') },
  { key: 'heading', icon: Heading2, edit: (text, selection) => toggleLines(text, selection, 'heading') },
  { key: 'bullet', icon: List, edit: (text, selection) => toggleLines(text, selection, 'bullet') },
  { key: 'number', icon: ListOrdered, edit: (text, selection) => toggleLines(text, selection, 'number') },
  { key: 'task', icon: ListChecks, edit: (text, selection) => toggleLines(text, selection, 'task') },
  { key: 'quote', icon: Quote, edit: (text, selection) => toggleLines(text, selection, 'quote') },
];

function Toolbar({ onRun }: { onRun: (edit: Command['edit']) => void }) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const { more, measure } = useMoreAside(bar);
  const player = usePlayerStore();
  const tellsTime = usePlayerState((state) => state.available && state.tellsTime);
  const labels = {
    bold: t(($) => $.notes.edit.bold),
    italic: t(($) => $.notes.edit.italic),
    strike: t(($) => $.notes.edit.strike),
    heading: t(($) => $.notes.edit.heading),
    bullet: t(($) => $.notes.edit.bullet),
    number: t(($) => $.notes.edit.number),
    task: t(($) => $.notes.edit.task),
    quote: t(($) => $.notes.edit.quote),
  };

  function insertTime(): void {
    const { timeMs } = player.state.getState();
    onRun((text, selection) =>
      insertWord(text, selection, `[${formatClock(timeMs)}](${formatAnchor({ kind: 'time', ms: timeMs })}) `),
    );
  }

  return (
    <div className="relative max-md:min-w-0 max-md:flex-1 max-md:basis-0">
      <div
        ref={bar}
        role="toolbar"
        aria-label={t(($) => $.notes.edit.toolbar)}
        onScroll={measure}
        // Scrolls sideways on phones, with faded edges.
        className={clsx(
          'flex items-center gap-0.5 max-md:overflow-x-auto max-md:[scrollbar-width:none] md:flex-wrap',
          more && '[mask-image:linear-gradient(to_right,black_calc(100%-3.5rem),transparent_calc(100%-1rem))]',
        )}
      >
        {commands.map(({ key, icon: Icon, edit }) => (
          <IconButton key={key} size="sm" label={labels[key as keyof typeof labels]} onClick={() => onRun(edit)}>
            <Icon aria-hidden />
          </IconButton>
        ))}
        {tellsTime ? (
          <IconButton size="sm" label={t(($) => $.notes.edit.time)} onClick={insertTime}>
            <Clock aria-hidden />
          </IconButton>
        ) : null}
      </div>
      {more ? (
        // For touch only: keyboards and screen readers reach the buttons directly.
        <button
          type="button"
          aria-hidden
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => bar.current?.scrollBy({ left: bar.current.clientWidth / 2, behavior: 'smooth' })}
          className="absolute inset-y-0 right-0 flex w-6 items-center justify-end text-soft"
        >
          <ChevronRight className="size-4" />
        </button>
      ) : null}
    </div>
  );
}

function useMoreAside(bar: RefObject<HTMLElement | null>): { more: boolean; measure: () => void } {
  const [more, setMore] = useState(false);
  const measure = useCallback(() => {
    const element = bar.current;
    if (element) setMore(element.scrollLeft + element.clientWidth < element.scrollWidth - 2);
  }, [bar]);
  useEffect(() => {
    if (!bar.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(bar.current);
    return () => observer.disconnect();
  }, [bar, measure]);
  return { more, measure };
}

function SaveStatus({ saver }: { saver: NoteSaver }) {
  const { t } = useTranslation();
  const { state } = saver;
  const text =
    state.kind === 'failed'
      ? t(($) => $.notes.edit.failedShort)
      : state.kind === 'conflict'
        ? t(($) => $.notes.edit.conflictShort)
        : t(($) => $.notes.edit.state[state.kind]);
  return (
    <span
      role="status"
      title={text}
      className={clsx(
        'mr-2 max-w-64 truncate text-xs',
        state.kind === 'failed' || state.kind === 'conflict' ? 'text-danger' : 'text-faint',
        // No room on phones, where failures have a bar of their own.
        'max-md:sr-only',
      )}
    >
      {text}
    </span>
  );
}

function FailureBar({ saver, error, onLeave }: { saver: NoteSaver; error: unknown; onLeave: () => void }) {
  const { t } = useTranslation();
  const reason = useErrorText()(error).message;
  const kept = saver.isKept();
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-warning-soft px-4 py-2 text-sm text-warning">
      <span className="min-w-0 grow basis-80">
        {t(($) => (kept ? $.notes.edit.failedKept : $.notes.edit.failedNotKept), { reason })}
      </span>
      <Button size="sm" onClick={() => void saver.flush()}>
        {t(($) => $.notes.edit.tryNow)}
      </Button>
      {kept ? (
        <Button size="sm" variant="ghost" onClick={onLeave}>
          {t(($) => $.notes.edit.leaveUnsaved)}
        </Button>
      ) : null}
    </div>
  );
}

function ConflictBar({ onCompare }: { onCompare: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 bg-warning-soft px-4 py-2 text-sm text-warning">
      <span className="min-w-0 grow">{t(($) => $.notes.edit.conflict)}</span>
      <Button size="sm" onClick={onCompare}>
        {t(($) => $.notes.edit.compare)}
      </Button>
    </div>
  );
}

type ConflictDialogProps = {
  contentId: string;
  mine: string;
  onOpenChange: (open: boolean) => void;
  onMine: (versionId: string | null) => Promise<void>;
  onTheirs: (versionId: string | null, note: string) => Promise<void>;
};

function ConflictDialog({ contentId, mine, onOpenChange, onMine, onTheirs }: ConflictDialogProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const theirs = useQuery(trpc.content.overview.queryOptions({ contentId }, { staleTime: 0 }));
  const note = theirs.isFetching ? undefined : (theirs.data?.note ?? '');
  const versionId = theirs.data?.noteVersionId ?? null;
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={t(($) => $.notes.edit.compareTitle)}
      description={t(($) => $.notes.edit.compareText)}
      className="sm:max-w-3xl"
      footer={
        <>
          <Button disabled={note === undefined} onClick={() => void onTheirs(versionId, note ?? '')}>
            {t(($) => $.notes.edit.takeTheirs)}
          </Button>
          <Button variant="primary" disabled={note === undefined} onClick={() => void onMine(versionId)}>
            {t(($) => $.notes.edit.keepMine)}
          </Button>
        </>
      }
    >
      {note === undefined ? null : <NoteDiff before={note} after={mine} />}
    </Dialog>
  );
}
