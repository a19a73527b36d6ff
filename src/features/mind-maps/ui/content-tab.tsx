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
    <Suspense fallback={<div className="h-(--panel-height) min-h-80" />}>
      <MindMapTab title={title} note={note} target={links} viewState={viewState} />
    </Suspense>
  ),
  className: 'pt-3 pb-6',
  // If this load fails, the click loads again.
  preload: () => void loadTab().catch(() => undefined),
};
