import type { GuardedFetch } from '#engine/ports.ts';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';

/** The guarded fetch of the command line; `GLEANER_FETCH_ALLOW=host:port,…` names exceptions, `GLEANER_REPLAY` a replaying server. */
export function createCliFetch(): GuardedFetch {
  return createGuardedFetch({
    allow: (process.env.GLEANER_FETCH_ALLOW ?? '').split(','),
    replayFrom: process.env.GLEANER_REPLAY,
  });
}
