import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { settingsOf } from './service-settings.ts';

const where = { version: '1.2.3', uploadsDir: '/data/uploading' };
const settingsWith = (environment: Record<string, string>) => settingsOf(loadConfig(environment, '/nonexistent-gleaner'), where);

test('settings: features read this part of them', () => {
  expect(
    settingsWith({
      ...{ PORT: '81', MAX_UPLOAD_BYTES: '2000000', USER_QUOTA_BYTES: '3', UPLOAD_EXPIRY_HOURS: '2', DEFAULT_LANGUAGE: 'en' },
      ...{
        SHORT_VIDEO_MINUTES: '2',
        ACCOUNT_DELETION_HOURS: '3',
        SITE_PACE: '0.5',
        ACCOUNTS: 'open',
        ADMIN_EMAIL: 'a@b.example',
      },
      ...{
        TIME_STARTING_MINUTES: '1',
        OIDC_CLIENT_ID: 'o',
        OIDC_CLIENT_SECRET: 's',
        OIDC_ISSUER: 'https://i.example',
        OIDC_NAME: 'Sign',
      },
      ...{ WECHAT_CLIENT_ID: 'w', WECHAT_CLIENT_SECRET: 's' },
    }),
  ).toEqual({
    ...{ version: '1.2.3', baseUrl: 'http://localhost:81', mailsAreSent: false, defaultLanguage: 'en' },
    uploads: { directory: '/data/uploading', maxBytes: 2_000_000, quotaBytes: 3, expiryMs: 7_200_000 },
    ...{ shortVideoMs: 120_000, deletionGraceMs: 10_800_000, siteGapFactor: 0.5 },
    model: {
      costLimitUsd: null,
      dailyLimitUsd: null,
      answersAtOnce: 10,
      ownKeyCallsPerDay: 20,
      timeZone: 'UTC',
      questionsPerHour: 60,
    },
    time: { startingSeconds: 60, monthlySeconds: 0, referralSeconds: 0, referralMost: 20, grantDays: null },
    limits: expect.objectContaining({ accountsPerHour: 20, outputsPerDay: 20 }),
    accounts: {
      ...{ mode: 'open', guests: true, adminEmail: 'a@b.example', verifyEmail: false },
      // Without what signs in.
      providers: [
        { id: 'wechat', name: 'WeChat' },
        { id: 'oidc', name: 'Sign' },
      ],
    },
    speech: { service: null, managedByAnyone: true, localOnly: true },
  });
});

test('settings: a server with a name, mail and a speech service says so, without its keys', () => {
  const settings = settingsWith({
    ...{ BASE_URL: 'https://g.example', SMTP_URL: 'smtp://u:secret@mail', SPEECH_API_KEY: 'secret', SPEECH_MODEL: 'whisper-1' },
  });
  expect(settings).toMatchObject({
    ...{ baseUrl: 'https://g.example', mailsAreSent: true },
    speech: { service: 'whisper-1 @ api.openai.com', managedByAnyone: false, localOnly: false },
  });
  expect(JSON.stringify(settings)).not.toContain('secret');
});
