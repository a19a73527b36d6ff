import { clsx } from 'clsx';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ArticleTab } from '#features/articles/ui/article-tab.tsx';
import type { ContentOverview } from '#features/contents/contract.ts';
import type { LiveRun } from '#features/summaries/ui/use-run-stream.ts';
import { SubtitleTab } from '#features/transcripts/ui/subtitle-tab.tsx';
import { useErrorText } from '#i18n/error-text.ts';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PlayerProvider } from '#ui/player/player-context.tsx';
import { usePlayerShortcuts } from '#ui/player/use-player-shortcuts.ts';
import { SourceNavigationProvider } from '#ui/reader/source-navigation.tsx';
import { createViewState } from '#ui/reader/view-state.ts';
import { ErrorState } from '#ui/states.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#ui/tabs.tsx';
import { ContentActions } from './content-actions.tsx';
import type { ContentExtensions } from './content-extensions.ts';
import { ContentHeader, useDisplayTitle } from './content-header.tsx';
import { ContentPlaceCards } from './content-place-cards.tsx';
import { ContentSkeleton } from './content-skeleton.tsx';
import { type ContentTab, tabOf, tabsFor } from './content-tabs.ts';
import { PdfPane } from './pdf-pane.tsx';
import { chaptersOf } from './player/chapters.ts';
import { ChapterList, MediaPlayer } from './player/media-panel.tsx';
import { playableOf } from './player/playable.ts';
import { PlayerSwitch } from './player/player-switch.tsx';
import { useWantedPlayer } from './player/wanted-player.ts';
import { useReaderWords } from './reader-words.ts';
import { ReadingPlaces } from './reading-places.tsx';
import { rememberedLayout, rememberLayout } from './remembered-layout.ts';
import { SummaryTab } from './summary-tab.tsx';
import { useBeside } from './use-beside.ts';
import { useContent } from './use-content.ts';
import { useGoTo, useStartingPlace } from './use-go-to.ts';

type ContentPageProps = {
  contentId: string;
  tab: ContentTab;
  onTab: (tab: ContentTab) => void;
  /** Title for the breadcrumb and the browser's tab; null while unknown. */
  onTitle: (title: string | null) => void;
  onDeleted: () => void;
  /** The place in the page's link. */
  start: NoteAnchor | null;
  notFound: ReactNode;
  extensions?: ContentExtensions | undefined;
};

const noExtensions: ContentExtensions = {};

const loadMindMap = () => import('#features/mind-maps/ui/mind-map-tab.tsx');
const MindMapTab = lazyPart(async () => (await loadMindMap()).MindMapTab);
/** On hover; a failed load is repeated by the click. */
const preloadMindMap = () => void loadMindMap().catch(() => undefined);

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
    <div className="flex grow items-center justify-center">
      <ErrorState
        title={t(($) => $.content.failedTitle)}
        message={text.message}
        code={text.code}
        retrying={retrying}
        onRetry={refetch}
      />
    </div>
  );
}

type ContentProps = Pick<ContentPageProps, 'tab' | 'onTab' | 'onTitle' | 'onDeleted' | 'start'> & {
  detail: ContentOverview;
  running: boolean;
  live: LiveRun;
  extensions: ContentExtensions;
};

const playerHeights = {
  video: '[--player-height:min(56.25cqw,var(--picture-max))]',
  audio: '[--player-height:6.8125rem] max-md:[--player-height:7.0625rem]',
  none: '[--player-height:0px]',
};

function Content({ detail, running, live, tab, onTab, onTitle, onDeleted, start, extensions }: ContentProps) {
  const { t } = useTranslation();
  const title = useDisplayTitle(detail);
  const playable = playableOf(detail);
  const [wanted, setWanted] = useWantedPlayer();
  const player = wanted ? playable : null;
  const { goTo, show, target } = useGoTo({ hasMedia: player !== null, hasPdf: detail.pdf !== null }, onTab);
  const words = useReaderWords(player !== null);
  const [viewState] = useState(createViewState);
  const chapters = useMemo(() => chaptersOf(detail.chapters, detail.note), [detail.chapters, detail.note]);
  const links = useMemo(
    () => ({ sourceUrl: detail.sourceUrl, pageUrl: `${window.location.origin}/content/${detail.contentId}` }),
    [detail.sourceUrl, detail.contentId],
  );
  const note = detail.note ?? (live.view.draft === '' ? null : live.view.draft);
  // A tab that is unknown or has nothing to show is the summary.
  const ownTabs = tabsFor(detail, running);
  const shownTab = [...ownTabs, ...(extensions.tabs ?? []).map(({ id }) => id)].find((known) => known === tab) ?? 'outline';
  const list = useRef<HTMLDivElement>(null);
  const [page, beside] = useBeside();
  usePlayerShortcuts();

  // The tabs scroll sideways on a phone; the open one must be visible, also when a link opened it.
  const tabCount = extensions.tabs?.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab, or more of them
  useEffect(() => {
    if (list.current) bringTabIntoSight(list.current);
  }, [shownTab, tabCount]);

  function handleTab(value: string): void {
    onTab(tabOf(value));
    // There is little room below the player, so the target scrolls up to it.
    if (list.current && !beside) raiseToPlayer(list.current);
  }
  useStartingPlace(start, goTo);
  useEffect(() => onTitle(title), [onTitle, title]);
  useEffect(() => rememberLayout(detail.contentId, player?.type ?? 'none'), [detail.contentId, player?.type]);

  const header = (
    <ContentHeader
      detail={detail}
      withCover={player === null}
      playerSwitch={playable ? <PlayerSwitch shown={wanted} onChange={setWanted} /> : null}
      actions={
        <ContentActions
          detail={detail}
          running={running}
          onDeleted={onDeleted}
          downloads={extensions.downloads}
          first={extensions.firstActions}
          more={extensions.actions}
        />
      }
    />
  );
  const tabs = (
    <ReadingPlaces tab={shownTab} list={list}>
      <Tabs value={shownTab} onValueChange={handleTab} className="min-w-0">
        <TabsList
          ref={list}
          aria-label={t(($) => $.content.tabs.label)}
          className="sticky top-[calc(3.5rem+var(--player-height))] z-10 -mx-4 bg-paper px-4 md:-mx-6 md:px-6 beside:top-14 beside:mx-0 beside:px-0"
        >
          {ownTabs.map((name) => (
            <TabsTrigger
              key={name}
              value={name}
              {...(name === 'mindmap' && { onPointerEnter: preloadMindMap, onFocus: preloadMindMap })}
            >
              {t(($) => $.content.tabs[name])}
            </TabsTrigger>
          ))}
          {extensions.tabs?.map(({ id, label }) => (
            <TabsTrigger key={id} value={id}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="outline" className="pt-6">
          <div data-text-scope="note">
            <SummaryTab detail={detail} running={running} live={live} />
          </div>
        </TabsContent>
        <TabsContent value="mindmap" className="pt-3 pb-6">
          <Suspense fallback={<div className="h-(--panel-height) min-h-80" />}>
            <MindMapTab title={title} note={note} target={links} viewState={viewState} />
          </Suspense>
        </TabsContent>
        <TabsContent value="subtitle" className="pt-3 pb-6">
          <div data-text-scope="subtitle">
            <SubtitleTab detail={detail} running={running} target={target} viewState={viewState} />
          </div>
        </TabsContent>
        <TabsContent value="article" className="pt-4">
          <div data-text-scope="article">
            <ArticleTab detail={detail} running={running} target={target} viewState={viewState} />
          </div>
        </TabsContent>
        {detail.pdf === null ? null : (
          <TabsContent value="pdf" className="h-(--panel-height) min-h-80 pt-3 pb-6">
            <PdfPane detail={detail} url={detail.pdf.url} target={target} />
          </TabsContent>
        )}
        {extensions.tabs?.map(({ id, panel }) => (
          <TabsContent key={id} value={id} className="pt-6 pb-16">
            {panel}
          </TabsContent>
        ))}
      </Tabs>
    </ReadingPlaces>
  );

  return (
    <SourceNavigationProvider goTo={goTo} show={show} hasMedia={player !== null} words={words}>
      <div ref={page} className="@container/page w-full">
        <div
          className={clsx(
            'group/words mx-auto w-full px-4 md:px-6 beside:[--player-height:0px]',
            // The keyboard covers half of a phone's screen, so the player scrolls away while typing.
            'max-md:has-[.cm-editor]:[--player-height:0px]!',
            '[--panel-height:calc(100dvh-3.5rem-var(--player-height)-8.5rem)] beside:[--panel-height:calc(100dvh-12rem)]',
            playerHeights[player?.type ?? 'none'],
            player ? 'max-w-[90rem]' : 'max-w-[47.625rem]',
          )}
        >
          {player ? (
            <>
              {header}
              <div className="beside:grid beside:grid-cols-[minmax(20rem,5fr)_7fr] beside:gap-8">
                <div className="contents beside:sticky beside:top-18 beside:block beside:max-h-[calc(100dvh-6rem)] beside:self-start beside:overflow-y-auto">
                  <div className="sticky top-14 z-20 -mx-4 border-b border-line bg-paper max-md:group-has-[.cm-editor]/words:static md:-mx-6 beside:top-0 beside:mx-0 beside:border-0">
                    <MediaPlayer detail={detail} playable={player} title={title} chapters={chapters} marks={extensions.marks} />
                  </div>
                  {chapters.length > 1 ? <ChapterList chapters={chapters} initiallyOpen={beside} /> : null}
                </div>
                {tabs}
              </div>
            </>
          ) : (
            <>
              {header}
              {tabs}
            </>
          )}
        </div>
        {extensions.overlay}
      </div>
    </SourceNavigationProvider>
  );
}

function bringTabIntoSight(list: HTMLElement): void {
  const tab = list.querySelector<HTMLElement>('[data-state=active]');
  if (!tab) return;
  const [start, end] = [tab.offsetLeft - 24, tab.offsetLeft + tab.offsetWidth + 24];
  if (start < list.scrollLeft) list.scrollLeft = start;
  else if (end > list.scrollLeft + list.clientWidth) list.scrollLeft = end - list.clientWidth;
}

/** Scrolls down until the tabs stick under the player; never back up. */
function raiseToPlayer(list: HTMLElement): void {
  const stuckAt = Number.parseFloat(getComputedStyle(list).top);
  const by = list.getBoundingClientRect().top - stuckAt;
  if (by > 1) window.scrollBy({ top: by });
}
