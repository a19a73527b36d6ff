import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, splitLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import type { ReactNode } from 'react';
import { mayPass, readError } from '#lib/client-error.ts';
import { mostCallsPerBatch } from '#lib/input-limits.ts';
import { lazyStreamLink } from '#rpc/lazy-stream-link.ts';
import { offlineAnswersLink } from '#rpc/offline-answers.ts';
import { RefetchingQueryClient } from '#rpc/refetching-client.ts';
import type { Changes } from '#rpc/stale-queries.ts';
import { listenToTabs, tellTabsLink } from '#rpc/tell-tabs.ts';
import type { AppRouter } from '#server/router.ts';

export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

export const endpoint = '/api/trpc';
const minuteMs = 60_000;

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export { useTRPC, useTRPCClient };

export type RpcClient = ReturnType<typeof createRpcClient>;

/** Another site's form cannot send it; for a script the browser asks this server first. */
export const sameOriginHeaders = { 'x-gleaner': '1' };

export function createRpcClient(headersFor: (paths: readonly string[]) => Record<string, string>) {
  return createTRPCClient<AppRouter>({
    links: [
      tellTabsLink,
      offlineAnswersLink,
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: lazyStreamLink(endpoint),
        false: httpBatchLink({
          url: endpoint,
          headers: ({ opList }) => ({ ...sameOriginHeaders, ...headersFor(opList.map(({ path }) => path)) }),
          methodOverride: 'POST',
          maxItems: mostCallsPerBatch,
        }),
      }),
    ],
  });
}

export function createQueryClient(changes: Changes): QueryClient {
  const queryClient = new RefetchingQueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minuteMs,
        gcTime: 10 * minuteMs,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < 2 && mayPass(readError(error).code),
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  listenToTabs(queryClient, changes);
  return queryClient;
}

type RpcProviderProps = { queryClient: QueryClient; rpcClient: RpcClient; children: ReactNode };

export function RpcProvider({ queryClient, rpcClient, children }: RpcProviderProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={rpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
