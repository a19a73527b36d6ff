import { expect, test } from 'vitest';
import type { JobContext } from '#infra/jobs/job.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import type { Services } from '#infra/services.ts';
import { queueMail } from './queue-mail.ts';
import { createSendMail } from './send-mail.handler.ts';
import { writeMail } from './write-mail.ts';

const about = { kind: 'verify', email: 'ada@example.org', token: 'a+b/"c', language: 'en' } as const;

test('ACC-01 a mail leads to its page with the token behind the sign that no server sees, as text and as a page', async () => {
  const link = 'https://notes.example/user/verify-email#token=a%2Bb%2F%22c';
  const { to, subject, text, html } = await writeMail(about, 'https://notes.example');
  expect([to, subject]).toEqual(['ada@example.org', 'Verify your email for Gleaner']);
  const [lead, note] = [
    'Open this link and enter your password to verify your email:',
    'The link works for one hour. If you didn’t sign up, ignore this email.',
  ];
  expect(text).toBe(`${lead}\n\n${link}\n\n${note}\n`);
  expect(html.replaceAll(/ style="[^"]*"/g, '')).toBe(
    `<!doctype html><html lang="en"><body><p>${lead}</p><p><a href="${link}">Verify email</a></p><p>${link}</p><p>${note}</p></body></html>`,
  );
  const exists = await writeMail({ ...about, kind: 'exists', token: '', language: 'zh' }, 'https://notes.example');
  expect(exists.text).toContain('\n\nhttps://notes.example/user/sign-in\n\n');
  expect(exists.html).toMatch(/^<!doctype html><html lang="zh">/);
  expect((await writeMail({ ...about, kind: 'reset' }, 'https://notes.example')).text).toContain('/user/reset-password#token=');
});

test('ACC-01 a mail waits sealed in the queue, and is sent under the name of its job', async () => {
  const secrets = createSecretBox([new Uint8Array(32).fill(7)]);
  const queued: { keyId: string; sealed: string }[] = [];
  const sent: unknown[] = [];
  const services = {
    ...{ db: 'the database', secrets, settings: { baseUrl: 'https://notes.example' } },
    jobs: { enqueue: async (db: unknown, _job: unknown, payload: never) => void (db === 'the database' && queued.push(payload)) },
    mailer: { send: async (mail: unknown) => void sent.push(mail) },
  } as unknown as Services;
  await queueMail(services, about);
  expect(queued).toHaveLength(1);
  expect(JSON.stringify(queued)).not.toContain('ada');
  const { signal } = new AbortController();
  const context = { jobId: 'j-1', signal } as unknown as JobContext;
  const [payload = { keyId: '', sealed: '' }] = queued;
  await createSendMail(services).run(payload, context);
  const mail = await writeMail(about, 'https://notes.example');
  expect(sent).toEqual([{ ...mail, messageId: '<account-j-1@notes.example>', signal }]);
  // Nothing else that is sealed with the key of the server is taken for a mail.
  expect(secrets.open(payload, ['account-mail'])).toBe(JSON.stringify(about));
  const away = new Error('away');
  const withoutQueue = { ...services, jobs: { enqueue: () => Promise.reject(away) } } as unknown as Services;
  await expect(queueMail(withoutQueue, about)).rejects.toBe(away);
  const withoutMail = { ...services, mailer: { send: () => Promise.reject(away) } } as unknown as Services;
  await expect(createSendMail(withoutMail).run(payload, context)).rejects.toBe(away);
  const others = { ...services, secrets: createSecretBox([new Uint8Array(32).fill(8)]) };
  await expect(createSendMail(others).run(payload, context)).rejects.toMatchObject({
    ...{ code: 'internal', message: expect.stringContaining('its key is gone') },
  });
});
