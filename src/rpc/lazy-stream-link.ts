import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#server/router.ts';

/** Loads its code with the first subscription. */
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
          // Failed code loading means that the server is away.
          .catch((cause: unknown) => observer.error(TRPCClientError.from(cause instanceof Error ? cause : new Error('stream'))));
        return () => {
          ended = true;
          stop?.();
        };
      });
}
