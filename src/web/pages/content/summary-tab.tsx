import { CircleSlash, FileText, History, PencilLine, Subtitles } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview, Problem } from '#features/contents/contract.ts';
import { readDraft } from '#features/notes/ui/editor/draft-store.ts';
import { type EarlyText, EditorWaiting } from '#features/notes/ui/editor/editor-waiting.tsx';
import { useLateNote } from '#features/notes/ui/editor/use-late-note.ts';
import { useTickTodo } from '#features/notes/ui/editor/use-tick-todo.ts';
import { FavoriteButton } from '#features/notes/ui/marks/favorite-button.tsx';
import { TagEditor } from '#features/notes/ui/marks/tag-editor.tsx';
import { NoteView } from '#features/notes/ui/note-view.tsx';
import { VersionsDialog } from '#features/notes/ui/versions-dialog.tsx';
import { RunAnnouncer } from '#features/summaries/ui/run-announcer.tsx';
import { RunStatus } from '#features/summaries/ui/run-status.tsx';
import { withoutUnfinishedLink } from '#features/summaries/ui/unfinished-link.ts';
import { useSummarizeAgain } from '#features/summaries/ui/use-run-actions.ts';
import type { LiveRun } from '#features/summaries/ui/use-run-stream.ts';
import { isUsable } from '#features/transcripts/ui/rejected-tracks.tsx';
import { useErrorText } from '#i18n/error-text.ts';
import { shortenFileName } from '#lib/file-name.ts';
import { isLostRecording } from '#lib/lost-recording.ts';
import { takeTags } from '#lib/notes/hashtags.ts';
import { isWordless } from '#lib/wordless.ts';
import { useRefreshContent } from '#rpc/refresh-content.ts';
import { focusIfLost } from '#ui/browser/use-focus-handover.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { EmptyState, ErrorCodeLine, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { useDisplayTitle } from './content-header.tsx';
import { nextStepAfter } from './next-step.ts';
import { Again, NextStepActions } from './next-step-actions.tsx';
import { AddSubtitles, hasPoorWords, SubtitlesDrop } from './own-subtitles.tsx';
import { SettingsLink, settingsSectionOf } from './settings-link.tsx';

const NoteEditor = lazyPart(async () => (await import('#features/notes/ui/editor/note-editor.tsx')).NoteEditor);

type SummaryTabProps = { detail: ContentOverview; running: boolean; live: LiveRun };

export function SummaryTab({ detail, running, live }: SummaryTabProps) {
  const { t } = useTranslation();
  const { contentId, note } = detail;
  const title = useDisplayTitle(detail);
  const { draft } = live.view;
  const [editing, setEditing] = useState(false);
  /** The editor was closed before the server had its text. */
  const [unsaved, setUnsaved] = useState(false);
  const [versions, setVersions] = useState(false);
  // Kept here, so that an editor that fails to load loses no text.
  const [early] = useState<EarlyText>(() => ({ text: '' }));
  const tasks = useTickTodo(contentId, note);
  const tags = useMemo(() => takeTags(note ?? '').tags, [note]);
  useLateNote(contentId, note);
  const refresh = useRefreshContent(contentId);
  const editButton = useFocusAfter(editing);

  function endEditing(left = false): void {
    setEditing(false);
    setUnsaved(left);
    // The server decides whether the note still is as generated.
    void refresh();
  }

  function handleVersions(open: boolean): void {
    setVersions(open);
    // The button of an empty note no longer exists once it has text.
    if (!open) focusIfLost(() => editButton.current);
  }

  return (
    <div className="pb-16">
      <RunAnnouncer view={live.view} running={running} />
      {running ? <RunStatus contentId={contentId} live={live} slim={note !== null} /> : null}
      {!running && note !== null && detail.problem ? <KeptNotice detail={detail} problem={detail.problem} /> : null}
      {!running && note !== null && detail.provenance?.untrusted ? (
        <p role="note" className="mb-6 rounded-md bg-warning-soft px-4 py-3 text-sm text-warning">
          {t(($) => $.content.words.untrusted)}
        </p>
      ) : null}
      {editing ? (
        <Suspense fallback={<EditorWaiting early={early} onClose={() => endEditing()} />}>
          <NoteEditor detail={detail} early={early} onClose={endEditing} />
        </Suspense>
      ) : note?.trim() === '' ? (
        <>
          {unsaved ? <UnsavedNotice contentId={contentId} onEdit={() => setEditing(true)} /> : null}
          <EmptyNote
            detail={detail}
            running={running}
            writeButton={editButton}
            onWrite={() => setEditing(true)}
            onVersions={() => setVersions(true)}
          />
        </>
      ) : note !== null ? (
        <>
          {unsaved ? <UnsavedNotice contentId={contentId} onEdit={() => setEditing(true)} /> : null}
          <div className="@container/marks -mt-4 mb-2 flex items-start justify-between gap-2">
            <div data-not-text className="flex min-w-0 items-start gap-1 max-md:items-center [&>ul]:py-0.5">
              <FavoriteButton contentId={contentId} tags={tags} />
              <TagEditor contentId={contentId} tags={tags} />
            </div>
            <Button ref={editButton} size="sm" variant="ghost" onClick={() => setEditing(true)}>
              <PencilLine aria-hidden className="size-4" />
              {t(($) => $.notes.edit.open)}
            </Button>
          </div>
          <BetterWords detail={detail} running={running}>
            <NoteView title={title} markdown={tasks.note ?? note} onToggleTask={tasks.toggle} withTags={false} />
          </BetterWords>
        </>
      ) : running ? (
        draft === '' ? (
          <NoteSkeleton />
        ) : (
          <NoteView title={title} markdown={withoutUnfinishedLink(draft)} streaming />
        )
      ) : (
        <SubtitlesDrop detail={detail}>
          <NoNote detail={detail} />
        </SubtitlesDrop>
      )}
      <VersionsDialog detail={detail} open={versions} onOpenChange={handleVersions} />
    </div>
  );
}

/** Subtitles can be dropped on a note whose words were not written by people. */
function BetterWords({ detail, running, children }: Pick<SummaryTabProps, 'detail' | 'running'> & { children: ReactNode }) {
  if (running || !hasPoorWords(detail)) return children;
  return <SubtitlesDrop detail={detail}>{children}</SubtitlesDrop>;
}

/** The unsaved text is in this browser only. */
function UnsavedNotice({ contentId, onEdit }: { contentId: string; onEdit: () => void }) {
  const { t } = useTranslation();
  if (readDraft(contentId) === null) return null;
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center gap-3 rounded-md bg-warning-soft px-4 py-3 text-sm text-warning"
    >
      <span className="min-w-0 grow basis-80">{t(($) => $.notes.edit.leftUnsaved)}</span>
      <Button size="sm" onClick={onEdit}>
        {t(($) => $.notes.edit.goOn)}
      </Button>
    </div>
  );
}

type EmptyNoteProps = {
  detail: ContentOverview;
  running: boolean;
  writeButton: RefObject<HTMLButtonElement | null>;
  onWrite: () => void;
  onVersions: () => void;
};

function EmptyNote({ detail, running, writeButton, onWrite, onVersions }: EmptyNoteProps) {
  const { t } = useTranslation();
  return (
    <Panel>
      <EmptyState
        icon={<FileText />}
        title={t(($) => $.notes.edit.empty)}
        description={t(($) => $.notes.edit.emptyHint)}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button ref={writeButton} variant="primary" onClick={onWrite}>
              <PencilLine aria-hidden className="size-4" />
              {t(($) => $.notes.edit.write)}
            </Button>
            <Button onClick={onVersions}>
              <History aria-hidden className="size-4" />
              {t(($) => $.content.actions.versions)}
            </Button>
            {running ? null : <Again detail={detail} />}
          </div>
        }
      />
    </Panel>
  );
}

/** Returns the focus to the opening button, unless it has moved elsewhere. */
function useFocusAfter(open: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // Without scrolling: the button may be far above.
    if (wasOpen.current && !open && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    wasOpen.current = open;
  }, [open]);
  return button;
}

export function NoteSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="reading">
      <span className="sr-only">{t(($) => $.summaries.run.writing)}</span>
      <Skeleton className="h-24 w-full rounded-lg" />
      {[0, 1].map((section) => (
        <div key={section} className="mt-8">
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="mt-4 h-4 w-full" />
          <Skeleton className="mt-3 h-4 w-11/12" />
          <Skeleton className="mt-3 h-4 w-4/5" />
        </div>
      ))}
    </div>
  );
}

function KeptNotice({ detail, problem }: { detail: ContentOverview; problem: Problem }) {
  const { t } = useTranslation();
  const text = useErrorText()(problem);
  const describedOnly = detail.provenance?.origin === 'description';
  const wordsAlone = detail.ownWords && detail.originalFile !== null && detail.media === null && isLostRecording(problem.code);
  const section = settingsSectionOf(nextStepAfter(problem.code));
  return (
    <div role="alert" className="mb-6 rounded-md bg-warning-soft px-4 py-3 text-sm text-warning">
      <p className="font-medium">
        {t(({ summaries: { run } }) => (describedOnly ? run.describedOnly : wordsAlone ? run.wordsAlone : run.failedKept))}
      </p>
      <p className="mt-1">{text.message}</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        {section === null ? null : <SettingsLink section={section} size="sm" />}
        <AgainLink detail={detail} />
        {!describedOnly && isWordless(problem.code) ? <AddSubtitles detail={detail} size="sm" /> : null}
        <ErrorCodeLine code={text.code} className="mt-0! text-warning!" />
      </div>
    </div>
  );
}

function AgainLink({ detail }: { detail: ContentOverview }) {
  const { t } = useTranslation();
  const again = useSummarizeAgain(detail.contentId, detail.note !== null);
  return (
    <Button size="sm" loading={again.isPending} onClick={() => again.mutate({ contentId: detail.contentId })}>
      {t(($) => $.summaries.again.action)}
    </Button>
  );
}

/** Two lines on a phone. */
const mostOfName = 60;

function NoNote({ detail }: { detail: ContentOverview }) {
  const { t } = useTranslation();
  const toText = useErrorText();
  if (detail.problem && isWordless(detail.problem.code)) {
    const text = toText(detail.problem);
    return (
      <Panel>
        <EmptyState
          icon={<Subtitles />}
          title={t(($) =>
            detail.rejectedTracks.some(isUsable) ? $.content.words.rejectedTitle : $.summaries.run.noSubtitlesTitle,
          )}
          description={
            <>
              {text.message}
              <ErrorCodeLine code={text.code} />
            </>
          }
          action={<NextStepActions detail={detail} />}
        />
      </Panel>
    );
  }
  if (detail.status === 'failed') {
    const text = toText(detail.problem ?? { code: 'internal' });
    const isOfFile = nextStepAfter(detail.problem?.code ?? null) === 'upload';
    return (
      <Panel>
        <ErrorState
          title={
            isOfFile && detail.originalFile
              ? t(($) => $.content.next.refused, { name: shortenFileName(detail.originalFile.name, mostOfName) })
              : t(($) => $.summaries.run.failedTitle)
          }
          message={text.message}
          code={text.code}
          action={<NextStepActions detail={detail} />}
        />
      </Panel>
    );
  }
  const cancelled = detail.status === 'cancelled';
  return (
    <Panel>
      <EmptyState
        icon={cancelled ? <CircleSlash /> : <FileText />}
        title={cancelled ? t(($) => $.summaries.run.cancelled) : t(($) => $.summaries.run.noNote)}
        description={cancelled ? t(($) => $.summaries.run.cancelledHint) : t(($) => $.summaries.run.noNoteHint)}
        action={<Again detail={detail} main />}
      />
    </Panel>
  );
}

function Panel({ children }: { children: ReactNode }) {
  return <div className="rounded-lg border border-line bg-surface">{children}</div>;
}
