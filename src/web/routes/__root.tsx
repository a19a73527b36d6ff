import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import type { RpcClient } from '#rpc/client.tsx';
import { AppShell } from '#web/shell/app-shell.tsx';
import { loadContentWords } from '../pages/content/load-words.ts';

export type RouterContext = { queryClient: QueryClient; rpcClient: RpcClient };

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ location }) => {
    if (location.pathname.startsWith('/content/')) await loadContentWords();
  },
  component: Root,
});

function Root() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  );
}
