import type { AuthMail } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { sendMailJob } from '../jobs.ts';

export const mailContext = ['account-mail'];

/** Sent by a worker, so that an answer takes as long for an unknown address as for a known one. */
export async function queueMail({ db, jobs, secrets }: Services, mail: AuthMail): Promise<void> {
  await jobs.enqueue(db, sendMailJob, secrets.seal(JSON.stringify(mail), mailContext));
}
