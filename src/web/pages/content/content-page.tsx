import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import type { LiveRun } from '#features/summaries/ui/use-run-stream.ts';
import { SubtitleTab } from '#features/transcripts/ui/subtitle-tab.tsx';
import { useErrorText } from '#i18n/error-text.ts';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { PlayerProvider } from '#ui/player/player-context.tsx';
import { usePlayerShortcuts } from '#ui/player/use-player-shortcuts.ts';
import { SourceNavigationProvider } from '#ui/reader/source-navigation.tsx';
import { createViewState, type SourceTarget, type ViewState } from '#ui/reader/view-state.ts';
import { ErrorState } from '#ui/states.tsx';
import { ContentActions } from './content-actions.tsx';
import type { ContentExtensions } from './content-extensions.ts';
import { ContentHeader, useDisplayTitle } from './content-header.tsx';
import { ContentPlaceCards } from './content-place-cards.tsx';
import { ContentSkeleton } from './content-skeleton.tsx';
import { NoteTabs } from './note-tabs.tsx';
import { PdfPane } from './pdf-pane.tsx';
import { chaptersOf } from './player/chapters.ts';
import { ChapterList } from './player/media-panel.tsx';
import { playableOf } from './player/playable.ts';
import { useWantedPlayer } from './player/wanted-player.ts';
import { useReaderWords } from './reader-words.ts';
import { rememberedLayout, useRememberedLayout } from './remembered-layout.ts';
import { useShownTabs } from './shown-tabs.ts';
import { BottomBar, barButton } from './study/bottom-bar.tsx';
import { OutlineButton } from './study/outline-rail.tsx';
import { PaneSwitches } from './study/pane-switches.tsx';
import { OpenInTheMiddle, SidePane } from './study/side-pane.tsx';
import { SourcePlayer } from './study/source-player.tsx';
import { studyHeights } from './study/study-heights.ts';
import { StudyPanes } from './study/study-panes.tsx';
import { type SideView, setTextBeside, useChatOpen, useSide, useStudy } from './study/study-state.ts';
import { useOutline } from './study/use-outline.ts';
import { useStudyMode } from './study/use-study-mode.ts';
import { documentOf, tabOf } from './tab-of-address.ts';
import { TextPane } from './text-pane.tsx';
import { useContent } from './use-content.ts';
import { usePlaces } from './use-places.ts';

type ContentPageProps = {
  contentId: string;
  tab: string;
  onTab: (tab: string) => void;
  /** Title for the breadcrumb and the browser's tab; null while unknown. */
  onTitle: (title: string | null) => void;
  onDeleted: () => void;
  /** The place in the page's link. */
  start: NoteAnchor | null;
  notFound: ReactNode;
  extensions?: ContentExtensions | undefined;
};

const noExtensions: ContentExtensions = {};

export function ContentPage(props: ContentPageProps) {
  const { contentId, tab, onTab, onTitle, onDeleted, start, notFound, extensions = noExtensions } = props;
  const { t } = useTranslation();
  const { detail, error, refetch, retrying, running, live } = useContent(contentId);
  const toText = useErrorText();
  const text = error ? toText(error) : null;
  // Without an account there are no contents. Content deleted elsewhere is gone too, even when cached.
  if (text && ['not_found', 'bad_request', 'unauthenticated'].includes(text.code)) return notFound;
  if (detail) {
    return (
      <PlayerProvider>
        <ContentPlaceCards detail={detail}>
          <Content
            detail={detail}
            running={running}
            live={live}
            tab={tab}
            onTab={onTab}
            onTitle={onTitle}
            onDeleted={onDeleted}
            start={start}
            extensions={extensions}
          />
        </ContentPlaceCards>
      </PlayerProvider>
    );
  }
  if (!text) return <ContentSkeleton layout={rememberedLayout(contentId)} />;
  return (
    <ErrorState
      layout="page"
      title={t(($) => $.content.failedTitle)}
      message={text.message}
      code={text.code}
      retrying={retrying}
      onRetry={refetch}
    />
  );
}

type ContentProps = Pick<ContentPageProps, 'tab' | 'onTab' | 'onTitle' | 'onDeleted' | 'start'> & {
  detail: ContentOverview;
  running: boolean;
  live: LiveRun;
  extensions: ContentExtensions;
};

function Content({ detail, running, live, tab, onTab, onTitle, onDeleted, start, extensions }: ContentProps) {
  const title = useDisplayTitle(detail);
  const playable = playableOf(detail);
  const [wanted, setWanted] = useWantedPlayer();
  const player = wanted ? playable : null;
  const playerSwitch = playable ? { shown: wanted, onChange: setWanted } : null;
  const [page, mode] = useStudyMode();
  const beside = mode === 'two' || mode === 'three';
  const chatOpen = useChatOpen()[0];
  const documentWanted = useStudy((state) => state.document);
  const document = playable === null ? documentOf(detail) : null;
  const documentShown = beside && document !== null && documentWanted;
  const shownTabs = useShownTabs(detail, running, extensions);
  // A tab that is unknown or has nothing to show is the summary.
  const shownTab = shownTabs.find(({ id }) => id === tab)?.id ?? 'outline';
  const { views, side } = useSide(shownTabs.some(({ id }) => id === 'subtitle'));
  const { goTo, show, target, landedOn, sheet } = usePlaces(detail, {
    start,
    mode,
    tab: shownTab,
    onTab,
    hasPlayer: player !== null,
    document,
    scriptBeside: beside && side === 'script',
  });
  const words = useReaderWords(player !== null);
  const [viewState] = useState(createViewState);
  const chapters = useMemo(() => chaptersOf(detail.chapters, detail.note), [detail.chapters, detail.note]);
  const [noteColumn, setNoteColumn] = useState<HTMLElement | null>(null);
  const handleChapter = useCallback((ms: number) => show({ kind: 'time', ms }), [show]);
  const outline = useOutline({ root: noteColumn, tab: shownTab, chapters, onChapter: handleChapter });
  usePlayerShortcuts(player !== null);
  useEffect(() => onTitle(title), [onTitle, title]);
  useRememberedLayout(detail.contentId, player?.type ?? (documentShown ? 'document' : 'none'));
  useEffect(() => setTextBeside(documentShown && document === 'article'), [documentShown, document]);

  const pages = detail.pdf ? (
    <PdfPane detail={detail} url={detail.pdf.url} target={target} />
  ) : (
    <TextPane detail={detail} target={target} viewState={viewState} />
  );
  const source = (
    <>
      {playable ? (
        <SourcePlayer
          detail={detail}
          playable={playable}
          shown={wanted}
          phone={mode === 'phone'}
          title={title}
          chapters={chapters}
          marks={extensions.marks}
        />
      ) : null}
      {player && chapters.length > 1 && mode !== 'phone' && !(mode === 'two' && side !== null) ? (
        <ChapterList chapters={chapters} initiallyOpen={beside} />
      ) : null}
      {documentShown ? <div className="h-full min-h-0 pt-4">{pages}</div> : null}
    </>
  );
  const note = (
    <div ref={setNoteColumn} className="min-w-0">
      <ContentHeader
        detail={detail}
        withCover={player === null && !documentShown}
        actions={
          <ContentActions
            detail={detail}
            running={running}
            onDeleted={onDeleted}
            downloads={extensions.downloads}
            first={extensions.chat?.action}
            more={extensions.actions}
          />
        }
      />
      {mode === 'phone' && landedOn === shownTab ? <BackToNote onPress={() => onTab('outline')} /> : null}
      <NoteTabs
        {...{
          detail,
          running,
          live,
          title,
          tabs: shownTabs,
          tab: shownTab,
          onTab,
          mode,
          target,
          viewState,
          outline,
          besideNote: documentShown ? document : null,
        }}
        switches={
          <PaneSwitches
            player={playerSwitch}
            document={beside && document !== null ? documentWanted : null}
            side={beside ? side !== null : null}
            first={views[0] ?? 'highlights'}
          />
        }
      />
    </div>
  );
  return (
    <SourceNavigationProvider goTo={goTo} show={show} hasMedia={player !== null} words={words}>
      <div
        ref={page}
        data-study={mode}
        className={clsx('group/words @container/page w-full', studyHeights(mode, player?.type ?? 'none'))}
      >
        <StudyPanes
          mode={mode}
          source={source}
          sourceShown={player !== null || documentShown}
          sourceIsText={player === null}
          note={note}
          side={
            beside && side !== null ? (
              <SidePane views={views} view={side} finding={extensions.chat?.finding === true}>
                {side === (shownTab === 'subtitle' ? 'script' : shownTab) ? (
                  <OpenInTheMiddle onNote={() => onTab('outline')} />
                ) : (
                  <SidePart {...{ detail, running, target, viewState, extensions }} side={side} />
                )}
              </SidePane>
            ) : null
          }
        />
        {mode === 'phone' ? (
          <BottomBar
            tab={shownTab}
            tabs={shownTabs}
            onTab={(next) => onTab(tabOf(next))}
            onDocument={document === null || shownTab === document ? null : sheet.show}
            outline={<OutlineButton outline={outline} bar />}
            ask={extensions.chat?.barAction(barButton)}
            player={playerSwitch}
          />
        ) : null}
        {mode === 'phone' ? (
          <SourceSheet open={sheet.open} onClose={sheet.close}>
            {pages}
          </SourceSheet>
        ) : null}
        {chatOpen && !beside ? extensions.chat?.panel(mode === 'phone' ? 'phone' : 'over') : null}
        {extensions.overlay}
      </div>
    </SourceNavigationProvider>
  );
}

type SidePartProps = Pick<ContentProps, 'detail' | 'running' | 'extensions'> & {
  side: SideView;
  target: SourceTarget | null;
  viewState: ViewState;
};

function SidePart({ side, detail, running, target, viewState, extensions }: SidePartProps) {
  if (side === 'chat') return extensions.chat?.panel('pane');
  if (side !== 'script') return extensions.tabs?.find(({ id }) => id === 'highlights')?.panel;
  return (
    <div data-text-scope="subtitle" className="pr-1">
      <SubtitleTab detail={detail} running={running} target={target} viewState={viewState} />
    </div>
  );
}

/** Above a source that a link led to on a phone, where the note is another tab. */
function BackToNote({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation();
  return (
    <Button size="sm" variant="ghost" className="-ml-3" onClick={onPress}>
      <ArrowLeft aria-hidden className="size-4" />
      {t(($) => $.content.study.backToNote)}
    </Button>
  );
}

type SourceSheetProps = { open: boolean; onClose: () => void; children: ReactNode };

/** The document over the note on a phone. A link may have led here, so its button says what lies below. */
function SourceSheet({ open, onClose, children }: SourceSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={t(($) => $.content.study.source)}
      backText={t(($) => $.content.study.backToNote)}
      side="right"
      className="w-full! max-w-full!"
    >
      <div className="min-h-0 grow">{children}</div>
    </Sheet>
  );
}
