/** Sends mails through SMTP or, if it is not configured, writes them to a folder. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from '#infra/logger/logger.ts';
import { AppError, findAppError, toAppError } from '#lib/app-error.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Ends the sending, if that is still possible. */
  signal?: AbortSignal;
  /** Mail programs treat two mails with the same id as one. */
  messageId?: string;
  headers?: Record<string, string>;
};

/** The same for every attempt, so that a mail that is sent again after a lost answer is shown once. */
export const messageIdOf = (name: string, baseUrl: string): string => `<${name}@${new URL(baseUrl).hostname}>`;

export type Mailer = {
  /** Errors: `mail_failed`, which can be retried; those of the mail's signal. */
  send(mail: Mail): Promise<void>;
  /** Checks whether mails can be sent, without sending one. Errors: `mail_failed`. */
  check(): Promise<void>;
  /** Host name of the mail server; null: mails are written to a folder. */
  host: string | null;
};

export type MailerOptions = {
  smtpUrl: string | null;
  from: string;
  folder: string;
  logger: Logger;
  /** In ms. */
  timeouts?: Readonly<Record<'connectionTimeout' | 'greetingTimeout' | 'socketTimeout', number>>;
};

const usualTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createMailer({ smtpUrl, from, folder, logger, timeouts = usualTimeouts }: MailerOptions): Mailer {
  if (smtpUrl === null) return createFolderMailer({ from, folder, logger });
  // As one object: nodemailer's second argument holds defaults of messages, where time limits have no effect.
  const transport = createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  const orFailed = (work: Promise<unknown>, signal?: AbortSignal) =>
    work.then(
      () => undefined,
      (error: unknown) =>
        Promise.reject(signal?.aborted ? toAppError(signal.reason) : new AppError('mail_failed', { cause: error, retry: {} })),
    );
  return {
    host: new URL(smtpUrl).host,
    send: (mail) => orFailed(transport.sendMail({ from, ...mail }), mail.signal),
    check: () => orFailed(transport.verify()),
  };
}

/** Whether a `mail_failed` means that the mail was not sent: refused, or no server reached. False when the connection broke. */
export function isSurelyUnsent(error: unknown): boolean {
  const cause = findAppError(error)?.cause;
  if (!(cause instanceof Error)) return false;
  const { responseCode, code, syscall } = cause as { responseCode?: unknown; code?: unknown; syscall?: unknown };
  return typeof responseCode === 'number' || code === 'EDNS' || code === 'EAUTH' || syscall === 'connect';
}

/** Links in mails end sooner. What stays would name people who have deleted their accounts. */
const keptMs = 7 * 86_400_000;

async function removeOldMails(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.eml')) continue;
    const file = join(folder, name);
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs > keptMs) await rm(file, { force: true });
  }
}

/** Writes mails as files that mail programs can open, so that the administrator can pass them on. */
function createFolderMailer({ from, folder, logger }: Omit<MailerOptions, 'smtpUrl'>): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    host: null,
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    async send(mail) {
      const { message } = await transport.sendMail({ from, ...mail });
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Another process may remove the same files.
      await removeOldMails(folder).catch((error: unknown) => logger.warn({ err: error }, 'old mails could not be removed'));
      await writeFile(file, message as Buffer, { mode: 0o600 });
      logger.info({ file }, 'no mail server is configured: a mail was written to a file');
    },
  };
}
