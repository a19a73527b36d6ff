import type { GuardedFetch } from '#engine/ports.ts';

/**
 * Loads on the first request: a command on a file needs no network. `GLEANER_FETCH_ALLOW=host:port,…` lists allowed private
 * addresses; `GLEANER_REPLAY` is the server that answers instead of the internet.
 */
export function createCliFetch(): GuardedFetch {
  let made: Promise<GuardedFetch> | undefined;
  return async (...call) => {
    made ??= import('#infra/guarded-fetch/guarded-fetch.ts').then(({ createGuardedFetch }) =>
      createGuardedFetch({
        allow: (process.env.GLEANER_FETCH_ALLOW ?? '').split(','),
        replayFrom: process.env.GLEANER_REPLAY,
      }),
    );
    return (await made)(...call);
  };
}
