import { Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { SourceTab } from '#ui/reader/source-tab.ts';

const loadTab = () => import('./mind-map-tab.tsx');
const MindMapTab = lazyPart(async () => (await loadTab()).MindMapTab);

export const mindMapTab: SourceTab<{ note: string | null }> = {
  id: 'mindmap',
  label: (t) => t(($) => $.mindMaps.tab),
  isShown: ({ note }, running) => running || note !== null,
  Panel: ({ title, note, links, viewState }) => (
    <Suspense
      fallback={
        // The frame of the map, below the room of its toolbar.
        <div className="mt-10 h-(--panel-height) min-h-80 animate-pulse-soft rounded-lg border border-line bg-surface max-[479px]:h-[calc(100dvh-22rem)]" />
      }
    >
      <MindMapTab title={title} note={note} target={links} viewState={viewState} />
    </Suspense>
  ),
  className: 'pt-3 pb-6',
  // If this load fails, the click loads again.
  preload: () => void loadTab().catch(() => undefined),
};
