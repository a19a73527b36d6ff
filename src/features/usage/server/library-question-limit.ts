/** How many questions to the library a user may ask in an hour: `ASKS_PER_HOUR` and `GUEST_ASKS_PER_HOUR` in `server/environment.ts`. */
import { readRole } from '#features/metering/server/index.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';

/** Without a model a question still costs processor time. Errors: `too_many_library_questions` (`most`, `minutes`). */
export async function takeLibraryQuestion({ db, settings }: Pick<Services, 'db' | 'settings'>, userId: string): Promise<void> {
  const { guest, account } = settings.limits.libraryQuestionsPerHour;
  const most = (await readRole(db, userId)) === 'guest' ? guest : account;
  await takeFromLimits(db, [
    {
      key: `library-questions:${userId}`,
      most,
      windowSeconds: 3600,
      refusal: (minutes) => ({ code: 'too_many_library_questions', params: { most: most ?? 0, minutes } }),
    },
  ]);
}
