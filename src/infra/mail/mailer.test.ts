import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '#infra/logger/logger.ts';
import { createMailer } from './mailer.ts';

const mail = { to: 'reader@example.org', subject: '重设拾穗的密码', text: 'https://a.example/#token=1', html: '<p>链接</p>' };
const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
const folder = mkdtempSync(join(tmpdir(), 'gleaner-mail-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const mailer = (smtpUrl: string | null) => createMailer({ smtpUrl, from: 'Gleaner <gleaner@example.org>', folder, logger });

describe('a mail server', () => {
  const received: string[] = [];
  let refuses = false;
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'gleaner' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('wrong password')),
    onData(stream, _session, done) {
      void text(stream).then((message) => {
        if (refuses) return done(new Error('mailbox is full'));
        received.push(message);
        done();
      });
    },
  });
  let address = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  it('ACC-01 gets a mail with a Chinese subject, after signing in', async () => {
    await mailer(`smtp://gleaner:p%40ss@${address}`).send(mail);
    const [message = ''] = received;
    expect(message).toMatch(/^From: Gleaner <gleaner@example\.org>\r?$/m);
    expect(message).toMatch(/^To: reader@example\.org\r?$/m);
    expect(message).toContain('=?UTF-8?');
    expect(message).toContain('https://a.example/#token=1');
    expect(received).toHaveLength(1);
  });

  it('ACC-01 that refuses the password or the mail, or is not there, makes the sending fail', async () => {
    await expect(mailer(`smtp://gleaner:wrong@${address}`).send(mail)).rejects.toMatchObject({ code: 'mail_failed' });
    refuses = true;
    await expect(mailer(`smtp://gleaner:p%40ss@${address}`).send(mail)).rejects.toMatchObject({ code: 'mail_failed' });
    await expect(mailer('smtp://127.0.0.1:1').send(mail)).rejects.toMatchObject({ code: 'mail_failed' });
  });
});

it('ACC-01 that accepts a connection and says nothing fails within the time limit', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const timeouts = { connectionTimeout: 2000, greetingTimeout: 30, socketTimeout: 2000 };
  const quick = createMailer({ smtpUrl, from: 'gleaner@example.org', folder, logger, timeouts });
  await expect(quick.check()).rejects.toMatchObject({ code: 'mail_failed', cause: { message: 'Greeting never received' } });
  const leaving = AbortSignal.abort();
  await expect(quick.send({ ...mail, signal: leaving })).rejects.toMatchObject({ code: 'cancelled' });
  silent.close();
});

it('ACC-01 without a mail server it writes a file that only the server can read', async () => {
  rmSync(folder, { recursive: true });
  await mailer(null).check();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await mailer(null).send(mail);
  const [name = ''] = readdirSync(folder);
  expect(name).toMatch(/\.eml$/);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, name), 'utf8')).toContain('To: reader@example.org');
  // A week later it goes, with the next one; other files stay.
  const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000);
  writeFileSync(join(folder, 'notes.txt'), '');
  for (const old of [name, 'notes.txt']) utimesSync(join(folder, old), eightDaysAgo, eightDaysAgo);
  await mailer(null).send(mail);
  const left = readdirSync(folder);
  expect([left.includes(name), left.includes('notes.txt'), left.length]).toEqual([false, true, 2]);
});
