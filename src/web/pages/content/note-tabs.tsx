import { clsx } from 'clsx';
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import type { LiveRun } from '#features/summaries/ui/use-run-stream.ts';
import { pageUrlElsewhere } from '#lib/own-page-address.ts';
import type { SourceTabProps } from '#ui/reader/source-tab.ts';
import type { SourceTarget, ViewState } from '#ui/reader/view-state.ts';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#ui/tabs.tsx';
import { KeepTabScroll } from './keep-tab-scroll.tsx';
import { PdfPane } from './pdf-pane.tsx';
import type { ShownTab } from './shown-tabs.ts';
import { OutlineButton, OutlineRail } from './study/outline-rail.tsx';
import { OpenInTheMiddle } from './study/side-pane.tsx';
import type { Outline } from './study/use-outline.ts';
import type { StudyMode } from './study/use-study-mode.ts';
import { SummaryTab } from './summary-tab.tsx';
import { tabOf } from './tab-of-address.ts';
import { usePressedTab } from './use-pressed-tab.ts';

type NoteTabsProps = {
  detail: ContentOverview;
  running: boolean;
  live: LiveRun;
  title: string;
  tabs: readonly ShownTab[];
  tab: string;
  onTab: (tab: string) => void;
  mode: StudyMode;
  target: SourceTarget | null;
  viewState: ViewState;
  outline: Outline;
  /** The tab whose document is already shown beside the note. */
  besideNote: 'pdf' | 'article' | null;
  switches: ReactNode;
};

/** The widest text with the outline beside it. */
const roomyPx = 714 + 224;

export function NoteTabs(props: NoteTabsProps) {
  const { detail, running, live, title, tabs, tab, onTab, mode, target, viewState, outline, besideNote, switches } = props;
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const [column, roomy] = useRoomy();
  const beside = mode === 'two' || mode === 'three';
  const links = useMemo(
    () => ({ sourceUrl: detail.sourceUrl, pageUrl: pageUrlElsewhere(window.location.origin, detail.contentId) }),
    [detail.sourceUrl, detail.contentId],
  );
  const note = detail.note ?? (live.view.draft === '' ? null : live.view.draft);
  const [pressed, press] = usePressedTab(tab, (next) => {
    onTab(next);
    // There is little room below the player, so the target scrolls up to it.
    if (list.current && !beside) raiseToPlayer(list.current);
  });
  const withRail = roomy && beside && (tab === 'outline' || tabs.some(({ id, feature }) => id === tab && feature?.withOutline));
  const besideRail = withRail ? 'pr-56' : '';

  // The tabs scroll sideways on a phone; the open one must be visible, also when a link opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab, or more of them
  useEffect(() => {
    if (list.current) bringTabIntoSight(list.current);
  }, [tab, tabs.length]);

  return (
    <div ref={column} data-main-part className={clsx('relative', mode === 'phone' && 'pb-28')}>
      <KeepTabScroll tab={tab} list={list}>
        <Tabs value={tab} onValueChange={(value) => press(tabOf(value))} className="min-w-0">
          <div
            ref={list}
            data-tab-bar
            className={clsx(
              // Sticks below the header and the player.
              'top-[calc(var(--top)+var(--player-height))] z-10',
              // A phone has the same tabs in the bar at the bottom; these only name the panels.
              mode === 'phone'
                ? 'invisible h-0 overflow-hidden'
                : 'sticky -mx-4 flex bg-paper px-4 md:-mx-6 md:px-6 beside:mx-0 beside:px-0',
            )}
          >
            <TabsList aria-label={t(($) => $.content.tabs.label)} className="min-w-0 grow">
              {tabs.map(({ id, label, preload }) => (
                <TabsTrigger
                  key={id}
                  value={id}
                  data-state={id === pressed ? 'active' : 'inactive'}
                  onPointerEnter={preload}
                  onFocus={preload}
                >
                  {label}
                </TabsTrigger>
              ))}
            </TabsList>
            <div className="flex shrink-0 items-center border-b border-line pl-1">
              {withRail ? null : <OutlineButton outline={outline} />}
              {switches}
            </div>
          </div>
          <TabPanels {...{ detail, running, live, title, tabs, onTab, target, viewState, note, links, besideNote, besideRail }} />
        </Tabs>
      </KeepTabScroll>
      {withRail ? <OutlineRail outline={outline} /> : null}
    </div>
  );
}

type TabPanelsProps = Pick<
  NoteTabsProps,
  'detail' | 'running' | 'live' | 'title' | 'tabs' | 'onTab' | 'target' | 'viewState' | 'besideNote'
> & { note: string | null; links: SourceTabProps<ContentOverview>['links']; besideRail: string };

/** Apart from the bar, because a press on a tab is answered there before a panel of hours is rendered. */
const TabPanels = memo(function TabPanels(props: TabPanelsProps) {
  const { detail, running, live, title, tabs, onTab, target, viewState, note, links, besideNote, besideRail } = props;
  return (
    <>
      <TabsContent value="outline" className={clsx('pt-6', besideRail)}>
        <div data-text-scope="note">
          <SummaryTab detail={detail} running={running} live={live} />
        </div>
      </TabsContent>
      {tabs.map(({ id, feature }) =>
        feature === undefined ? null : (
          <TabsContent key={id} value={id} className={clsx(feature.className, feature.withOutline && besideRail)}>
            {besideNote === id ? (
              <OpenInTheMiddle document onNote={() => onTab('outline')} />
            ) : (
              <feature.Panel {...{ detail, running, title, note, links, target, viewState }} />
            )}
          </TabsContent>
        ),
      )}
      {detail.pdf === null ? null : (
        <TabsContent value="pdf" className="h-(--panel-height) min-h-80 pt-3 pb-6">
          {besideNote === 'pdf' ? (
            <OpenInTheMiddle document onNote={() => onTab('outline')} />
          ) : (
            <PdfPane detail={detail} url={detail.pdf.url} target={target} />
          )}
        </TabsContent>
      )}
      {tabs.map(({ id, panel }) =>
        panel === undefined ? null : (
          <TabsContent key={id} value={id} className="pt-6 pb-16">
            {panel}
          </TabsContent>
        ),
      )}
    </>
  );
});

function useRoomy(): [(element: HTMLElement | null) => void, boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [roomy, setRoomy] = useState(false);
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setRoomy(element.clientWidth >= roomyPx);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, roomy];
}

function bringTabIntoSight(bar: HTMLElement): void {
  const list = bar.querySelector<HTMLElement>('[role=tablist]');
  const tab = list?.querySelector<HTMLElement>('[data-state=active]');
  if (!list || !tab) return;
  const from = tab.getBoundingClientRect().left - list.getBoundingClientRect().left + list.scrollLeft;
  const [start, end] = [from - 24, from + tab.offsetWidth + 24];
  if (start < list.scrollLeft) list.scrollLeft = start;
  else if (end > list.scrollLeft + list.clientWidth) list.scrollLeft = end - list.clientWidth;
}

/** Scrolls down until the tabs stick under the player; never back up. */
function raiseToPlayer(list: HTMLElement): void {
  const stuckAt = Number.parseFloat(getComputedStyle(list).top);
  const by = list.getBoundingClientRect().top - stuckAt;
  if (by > 1) window.scrollBy({ top: by });
}
