/** A call is the start of a note, answer, prompt result, translation or article, however many requests it takes. */
import type { Tx } from '#db/client.ts';
import { ownCallsAreCounted } from '#features/credentials/server/index.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';
import type { OwnKey } from '#lib/own-key.ts';

type Needs = {
  ownModels: Pick<Services['ownModels'], 'providers'>;
  settings: { model: Pick<Services['settings']['model'], 'ownKeyCallsPerDay' | 'timeZone'> };
};

/** Call it as work begins, with the key `sent` with it. Days follow `TIME_ZONE`. Errors: `own_key_limit` (`most`, `hours`). */
export async function takeOwnKeyCall(services: Needs, tx: Tx, userId: string, sent: OwnKey | null): Promise<void> {
  if (sent === null && !(await ownCallsAreCounted({ ownModels: services.ownModels, db: tx }, userId))) return;
  const { ownKeyCallsPerDay: most, timeZone } = services.settings.model;
  await takeFromLimits(tx, [
    {
      key: `own-key-calls:${userId}`,
      most,
      calendarDayIn: timeZone,
      refusal: (minutes) => ({ code: 'own_key_limit', params: { most: most ?? 0, hours: Math.ceil(minutes / 60) } }),
    },
  ]);
}
