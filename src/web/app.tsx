import { createRouter, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { useTranslation } from 'react-i18next';
import { modelKeyHeaders } from '#features/credentials/ui/browser-key.ts';
import { useNotePreferences } from '#features/summaries/ui/note-preferences.ts';
import { UploadsProvider } from '#features/uploads/ui/uploads-provider.tsx';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { languages, noteLanguageFor } from '#lib/languages.ts';
import { createQueryClient, createRpcClient, RpcProvider } from '#rpc/client.tsx';
import { UiLabelsProvider } from '#ui/labels.tsx';
import { ToastHost } from '#ui/toast/toast-host.tsx';
import { changes } from '#web/changes.ts';
import { currentUser } from '#web/current-user.ts';
import { routeTree } from '#web/route-tree.gen.ts';
import { parseSearch, stringifySearch } from '#web/search-codec.ts';
import { NotFound } from '#web/shell/not-found.tsx';
import { PageFailed } from '#web/shell/page-failed.tsx';
import { PageLoading } from '#web/shell/page-loading.tsx';

const queryClient = createQueryClient(changes);
const rpcClient = createRpcClient((paths) => modelKeyHeaders(currentUser(queryClient), paths));

const router = createRouter({
  routeTree,
  context: { queryClient, rpcClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: PageFailed,
  defaultPendingComponent: PageLoading,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Whether a page is loading, or the answers that it asked for. */
export const isLoading = (): boolean => router.state.status === 'pending' || queryClient.isFetching() > 0;

export function App() {
  const interfaceLanguage = useInterfaceLanguage();
  const { detail, language } = useNotePreferences();
  return (
    <StrictMode>
      <RpcProvider queryClient={queryClient} rpcClient={rpcClient}>
        <TranslatedLabels>
          <UploadsProvider noteLanguage={language ?? noteLanguageFor(interfaceLanguage)} detail={detail}>
            <RouterProvider router={router} />
          </UploadsProvider>
          <ToastHost />
        </TranslatedLabels>
      </RpcProvider>
    </StrictMode>
  );
}

function TranslatedLabels({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const language = useInterfaceLanguage();
  const labels = {
    locale: languages[language].locale,
    close: t(($) => $.common.close),
    copy: t(($) => $.common.copy),
    copied: t(($) => $.common.copied),
    copyFailed: t(($) => $.common.copyFailed),
    loading: t(($) => $.common.loading),
    retry: t(($) => $.common.retry),
    errorCode: t(($) => $.common.errorCode),
    details: t(($) => $.common.details),
    notifications: t(($) => $.common.notifications),
    partFailed: t(($) => $.common.partFailed),
    justNow: t(($) => $.common.justNow),
  };
  return <UiLabelsProvider labels={labels}>{children}</UiLabelsProvider>;
}
