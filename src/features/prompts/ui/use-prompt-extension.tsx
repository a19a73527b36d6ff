import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shortenText } from '#lib/text/cut-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { MenuAction } from '#ui/overlays/action-menu.tsx';
import { useAllPrompts } from './use-prompts.ts';
import { useRunAction } from './use-run-action.tsx';

const PromptPanel = lazyPart(async () => (await import('./prompt-panel.tsx')).PromptPanel);

type CustomTab = `custom-${string}`;

export type PromptExtension = {
  tabs: readonly { id: CustomTab; label: string; panel: ReactNode }[];
  action: MenuAction;
  overlay: ReactNode;
};

type PromptExtensionOptions = {
  contentId: string;
  /** The open tab. The tab of a prompt exists even without an answer, so that the prompt can be run there. */
  tab: string;
  /** Null: back to the page's first tab. */
  onTab: (tab: CustomTab | null) => void;
  /** False if the id in the address cannot be that of a content. */
  enabled: boolean;
};

export function usePromptExtension({ contentId, tab, onTab, enabled }: PromptExtensionOptions): PromptExtension {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const results = useQuery(trpc.prompt.results.queryOptions({ contentId }, { enabled, retry: false })).data?.results;
  const wanted = tab.startsWith('custom-') ? tab.slice('custom-'.length) : null;
  const missing = wanted !== null && results !== undefined && !results.some(({ promptId }) => promptId === wanted);
  const prompts = useAllPrompts(enabled && missing);
  const handleStarted = useCallback((promptId: string) => onTab(`custom-${promptId}`), [onTab]);
  const { action, dialog } = useRunAction({ contentId, onStarted: handleStarted });
  return useMemo(() => {
    const listed = (results ?? []).map(({ promptId, title }) => ({ promptId, title }));
    if (wanted !== null && !listed.some(({ promptId }) => promptId === wanted))
      listed.push({ promptId: wanted, title: prompts?.get(wanted)?.title ?? t(($) => $.prompts.panel.answer) });
    return {
      tabs: listed.map(({ promptId, title }) => ({
        id: `custom-${promptId}` as const,
        label: shortenText(title, 23),
        panel: (
          <Suspense>
            <PromptPanel key={promptId} contentId={contentId} promptId={promptId} onRemoved={() => onTab(null)} />
          </Suspense>
        ),
      })),
      action,
      overlay: dialog,
    };
  }, [results, wanted, prompts, contentId, onTab, action, dialog, t]);
}
