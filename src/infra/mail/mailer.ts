/** Sends mails through SMTP or, where none is configured, writes them to a folder. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from '#infra/logger/logger.ts';
import { AppError } from '#lib/app-error.ts';

export type Mail = { to: string; subject: string; text: string; html: string };

export type Mailer = {
  /** Errors: `mail_failed`, worth trying again. */
  send(mail: Mail): Promise<void>;
};

export type MailerOptions = { smtpUrl: string | null; from: string; folder: string; logger: Logger };

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createMailer({ smtpUrl, from, folder, logger }: MailerOptions): Mailer {
  if (smtpUrl === null) return createFolderMailer({ from, folder, logger });
  const transport = createTransport(smtpUrl, { ...timeouts, disableFileAccess: true, disableUrlAccess: true } as object);
  return {
    async send(mail) {
      try {
        await transport.sendMail({ from, ...mail });
      } catch (error) {
        throw new AppError('mail_failed', { cause: error });
      }
    },
  };
}

/** As files that mail programs open; the administrator passes them on. */
function createFolderMailer({ from, folder, logger }: Omit<MailerOptions, 'smtpUrl'>): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ from, ...mail });
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(file, message as Buffer, { mode: 0o600 });
      logger.info({ file }, 'no mail server is configured: a mail was written to a file');
    },
  };
}
