import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import type { SourceTab } from '#ui/reader/source-tab.ts';
import type { ContentExtensions } from './content-extensions.ts';
import { featureTabs } from './feature-tabs.ts';
import { preloadPdf } from './pdf-pane.tsx';

export type ShownTab = {
  id: string;
  label: string;
  feature?: SourceTab<ContentOverview>;
  panel?: ReactNode;
  preload?: (() => void) | undefined;
};

export function useShownTabs(detail: ContentOverview, running: boolean, { tabs }: ContentExtensions): readonly ShownTab[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { id: 'outline', label: t(($) => $.content.tabs.outline) },
      ...featureTabs
        .filter(({ isShown }) => isShown(detail, running))
        .map((feature) => ({ id: feature.id, label: feature.label(t), feature, preload: feature.preload })),
      ...(detail.pdf === null ? [] : [{ id: 'pdf', label: t(($) => $.content.tabs.pdf), preload: preloadPdf }]),
      ...(tabs ?? []),
    ],
    [t, detail, running, tabs],
  );
}
