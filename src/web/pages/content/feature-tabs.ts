import { articleTab } from '#features/articles/ui/content-tab.tsx';
import type { ContentOverview } from '#features/contents/contract.ts';
import { mindMapTab } from '#features/mind-maps/ui/content-tab.tsx';
import { subtitleTab } from '#features/transcripts/ui/content-tab.tsx';
import type { SourceTab } from '#ui/reader/source-tab.ts';

/** In the order of the tabs, after the note. */
export const featureTabs: readonly SourceTab<ContentOverview>[] = [mindMapTab, subtitleTab, articleTab];
