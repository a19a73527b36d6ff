import { z } from 'zod';
import type { JobHandler } from '#infra/jobs/job.ts';
import { messageIdOf } from '#infra/mail/mailer.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { interfaceLanguages } from '#lib/languages.ts';
import { mailContext } from './queue-mail.ts';
import { writeMail } from './write-mail.ts';

const zMail = z.object({
  kind: z.enum(['verify', 'reset', 'exists']),
  email: z.string(),
  token: z.string(),
  language: z.enum(interfaceLanguages),
});

export function createSendMail({ mailer, secrets, settings }: Services): JobHandler<{ keyId: string; sealed: string }> {
  return {
    async run(payload, { jobId, signal }) {
      const opened = secrets.open(payload, mailContext);
      if (opened === null) throw new AppError('internal', { detail: 'a mail cannot be opened: its key is gone' });
      const mail = await writeMail(zMail.parse(JSON.parse(opened)), settings.baseUrl);
      await mailer.send({ ...mail, messageId: messageIdOf(`account-${jobId}`, settings.baseUrl), signal });
    },
  };
}
