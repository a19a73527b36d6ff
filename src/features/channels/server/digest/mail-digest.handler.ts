import { and, eq, isNull, sql } from 'drizzle-orm';
import { digests } from '#db/schema/digests.ts';
import { hashOf } from '#engine/hash.ts';
import type { JobHandler } from '#infra/jobs/job.ts';
import { isSurelyUnsent, messageIdOf } from '#infra/mail/mailer.ts';
import type { Services } from '#infra/services.ts';
import { readOneDigest } from './read-digest.ts';
import { mailReader } from './settings.ts';
import { writeDigestMail } from './write-digest.ts';

type Needs = Pick<Services, 'db' | 'compute' | 'settings' | 'mailer'>;

/**
 * Sends at most once: the row is marked before the mail is handed over. If the worker dies in between, or the connection breaks
 * after the mail's text, the mark stays: no mail is better than two. The page and the feed have the digest in any case.
 */
export function createMailDigest(services: Needs): JobHandler<{ userId: string; week: string }> {
  const { db, settings, mailer } = services;
  return {
    async run({ userId, week }, { signal, logger }) {
      const reader = await mailReader(db, userId);
      const digest = await readOneDigest(services, userId, week, signal);
      if (!reader || !settings.mailsAreSent || digest === null || digest.entries.length === 0) return;
      const mail = await writeDigestMail(digest, reader, settings.baseUrl);
      const ofWeek = and(eq(digests.userId, userId), eq(digests.week, week));
      const [begun] = await db
        .update(digests)
        .set({ mailBegunAt: sql`now()` })
        .where(and(ofWeek, isNull(digests.mailBegunAt)))
        .returning({ week: digests.week });
      if (!begun) return;
      try {
        await mailer.send({ ...mail, messageId: messageIdOf(`digest-${week}-${hashOf(userId).slice(0, 16)}`, settings.baseUrl) });
      } catch (error) {
        if (!isSurelyUnsent(error)) {
          logger.warn({ err: error, week }, 'a digest may not have arrived; it is not sent again');
          return;
        }
        await db.update(digests).set({ mailBegunAt: null }).where(ofWeek);
        throw error;
      }
    },
  };
}
