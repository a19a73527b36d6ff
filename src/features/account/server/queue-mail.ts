import type { AuthMail } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import { sendMailJob } from '../jobs.ts';

export const mailContext = ['account-mail'];

/** A worker sends it, so that the answer takes equally long for known and unknown addresses. */
export async function queueMail({ db, jobs, secrets }: Services, mail: AuthMail): Promise<void> {
  await jobs.enqueue(db, sendMailJob, secrets.seal(JSON.stringify(mail), mailContext));
}
