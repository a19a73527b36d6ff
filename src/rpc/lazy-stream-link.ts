import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#server/router.ts';

/** Subscriptions, whose code is fetched with the first of them. */
export function lazyStreamLink(endpoint: string): TRPCLink<AppRouter> {
  return () =>
    ({ op }) =>
      observable((observer) => {
        let ended = false;
        let stop: (() => void) | null = null;
        import('#rpc/stream-link.ts')
          .then(({ followStream }) => {
            if (!ended) stop = followStream(endpoint, op, observer);
          })
          // The code could not be fetched: there is no server, which is what the caller has to know.
          .catch((cause: unknown) => observer.error(TRPCClientError.from(cause instanceof Error ? cause : new Error('stream'))));
        return () => {
          ended = true;
          stop?.();
        };
      });
}
