/** What each variable sets, and what is refused together. */
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { loadConfig, redactConfig, secretsOf } from './config.ts';

/** A folder without `.env`. */
const folder = '/nonexistent-gleaner';
const load = (environment: Record<string, string> = {}) => loadConfig(environment, folder);

function problemOf(environment: Record<string, string>): [string, unknown] | null {
  try {
    load(environment);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.message.startsWith(`config_invalid: ${String(error.params.variable)}: `)).toBe(true);
    return [error.code, error.params.variable];
  }
}
const refusedFor = (variable: string) => ['config_invalid', variable];

const everything = {
  ...{ NODE_ENV: 'test', PORT: '81', HOST: '0.0.0.0', BASE_URL: 'https://g.example', TRUSTED_ORIGINS: 'https://o.example' },
  ...{ TRUSTED_PROXIES: '10.0.0.1', DATA_DIR: 'd', DATABASE_URL: 'postgres://u:passw%25rd@db/x', DATABASE_POOL_SIZE: '7' },
  ...{ OPENAI_API_KEY: 'sk-one-1, sk-two-2', OPENAI_MODEL: 'm', MODEL_CONTEXT_TOKENS: '5000', OPENAI_CONTEXT_TOKENS: '6000' },
  ...{ MODEL_PRICE_INPUT: '1', MODEL_PRICE_CACHED_INPUT: '0.5', MODEL_PRICE_OUTPUT: '2', MODEL_COST_LIMIT: '3' },
  ...{ MODEL_DAILY_COST_LIMIT: '4', MODEL_ANSWERS_AT_ONCE: '5', OWN_KEY_CALLS_PER_DAY: '6', TIME_ZONE: 'Asia/Tokyo' },
  ...{ MODEL_QUESTIONS_PER_HOUR: '8', LICENSE_PUBLIC_KEYS: 'k'.repeat(43), LICENSE_PRIVATE_KEY_FILE: '/key' },
  ...{ LEMON_SQUEEZY_STORE: '9', LEMON_SQUEEZY_PRODUCTS: '10=11 12=13', LEMON_SQUEEZY_TEST: 'true' },
  ...{ TIME_STARTING_MINUTES: '1', TIME_MONTHLY_MINUTES: '2', TIME_REFERRAL_MINUTES: '3', TIME_REFERRAL_MOST: '4' },
  ...{ TIME_GRANT_DAYS: '5', ACCOUNTS_PER_HOUR: '1', ACCOUNTS_PER_DAY: '2', SUBMISSIONS_PER_HOUR: '3', GUEST_NOTES_AT_ONCE: '4' },
  ...{ SUBMISSIONS_PER_ADDRESS: '5', GUEST_ASKS_PER_HOUR: '6', ASKS_PER_HOUR: '7', OUTPUTS_PER_DAY: '8' },
  ...{
    IMAGE_API_KEY: 'image-key',
    IMAGE_MODEL: 'im',
    IMAGE_PRICE: '0.1',
    MUSIC_BASE_URL: 'https://music.example/',
    MUSIC_MODEL: 'mu',
  },
  ...{ LOG_LEVEL: 'warn', LOG_FORMAT: 'json', SPEECH_API_KEY: 'speech-key', SPEECH_MODEL: 'sm', SPEECH_PARALLEL: '3' },
  ...{ SPEECH_MODEL_MIRRORS: 'https://m.example', SPEECH_MODEL_FETCH: 'ask', SPEECH_MODEL_MANIFEST: 'manifest.json' },
  ...{ YTDLP_PATH: '/y', PATH: '/bin', YOUTUBE_CLIENTS: 'tv', CHROMIUM_PATH: '/c', RENDER_PAGES: 'true', SITE_PACE: '0.5' },
  ...{ SHORT_VIDEO_MINUTES: '2', GLEANER_REPLAY: 'http://127.0.0.1:9', GLEANER_FETCH_ALLOW: 'a:1', MAX_UPLOAD_BYTES: '2000000' },
  ...{ UPLOAD_EXPIRY_HOURS: '2', USER_QUOTA_BYTES: '3', DISK_FLOOR_BYTES: '4', WORKER_CONCURRENCY: '5', TASK_PROCESSES: '6' },
  ...{ SHUTDOWN_SECONDS: '7', AUTH_SECRET: 's'.repeat(32), ACCOUNTS: 'invite', GUESTS: 'true', ADMIN_EMAIL: 'a@b.example' },
  ...{ VERIFY_EMAIL: 'false', SMTP_URL: 'smtp://u:mail%25pass@mail', MAIL_FROM: 'G <g@x.example>', SECRETS_KEY_FILE: 'secrets' },
  ...{ WECHAT_CLIENT_ID: 'w1', WECHAT_CLIENT_SECRET: 'wechat-1', WECHAT_APP_ID: 'w2', WECHAT_APP_SECRET: 'wechat-2' },
  ...{ OIDC_NAME: 'Sign', OIDC_ISSUER: 'https://i.example', OIDC_CLIENT_ID: 'o', OIDC_CLIENT_SECRET: 'oidc-secret' },
  ...{ WECHAT_OPEN_URL: 'https://wo.example', WECHAT_API_URL: 'https://wa.example', ACCOUNT_DELETION_HOURS: '2' },
  DEFAULT_LANGUAGE: 'en',
};

const wechat = { kind: 'wechat', openUrl: 'https://wo.example', apiUrl: 'https://wa.example' };
const everythingRead = {
  mode: 'test',
  http: {
    ...{ port: 81, host: '0.0.0.0', baseUrl: 'https://g.example', trustedOrigins: ['https://o.example'] },
    ...{ trustedProxies: ['10.0.0.1'], localOnly: false },
  },
  dataDir: join(folder, 'd'),
  database: { url: 'postgres://u:passw%25rd@db/x', poolSize: 7 },
  model: {
    ...{ provider: 'openai', baseUrl: 'https://api.openai.com/v1', apiKey: 'sk-one-1, sk-two-2', name: 'm' },
    ...{ contextTokens: 5000, maxOutputTokens: null, price: { input: 1, cachedInput: 0.5, cacheWrite: null, output: 2 } },
  },
  localModels: null,
  modelLimits: {
    ...{ costLimitUsd: 3, dailyLimitUsd: 4, answersAtOnce: 5, ownKeyCallsPerDay: 6, timeZone: 'Asia/Tokyo' },
    questionsPerHour: 8,
  },
  licenses: {
    ...{ publicKeys: ['k'.repeat(43)], privateKeyFile: '/key' },
    lemonSqueezy: { storeId: 9, testMode: true, products: { 10: 660, 12: 780 } },
  },
  time: { startingSeconds: 60, monthlySeconds: 120, referralSeconds: 180, referralMost: 4, grantDays: 5 },
  limits: {
    ...{ accountsPerHour: 1, accountsPerDay: 2, submissionsPerHour: 3, guestNotesAtOnce: 4, addressSubmissionsPerHour: 5 },
    ...{ libraryQuestionsPerHour: { guest: 6, account: 7 }, outputsPerDay: 8 },
  },
  generation: {
    images: { baseUrl: 'https://api.openai.com/v1', apiKey: 'image-key', model: 'im', priceUsd: 0.1 },
    music: { baseUrl: 'https://music.example', apiKey: null, model: 'mu', priceUsd: null },
  },
  log: { level: 'warn', format: 'json' },
  speech: {
    remote: { baseUrl: 'https://api.openai.com/v1', apiKey: 'speech-key', model: 'sm' },
    ...{ parallel: 3, modelMirrors: ['https://m.example'], fetchOnUse: false, manifest: join(folder, 'manifest.json') },
    managedByAnyone: false,
  },
  sources: {
    ...{ ytDlpPath: '/y', searchPath: '/bin', youtubeClients: ['tv'], chromium: { path: '/c' }, shortVideoMs: 120_000 },
    siteGapFactor: 0.5,
  },
  ...{ replayFrom: 'http://127.0.0.1:9', fetchAllow: ['a:1'] },
  uploads: { maxBytes: 2_000_000, expiryMs: 7_200_000, quotaBytes: 3 },
  ...{ diskFloorBytes: 4, worker: { concurrency: 5 }, taskProcesses: 6, shutdownMs: 7000, auth: { secret: 's'.repeat(32) } },
  accounts: {
    ...{ mode: 'invite', guests: true, adminEmail: 'a@b.example', verifyEmail: false },
    providers: [
      { id: 'wechat', clientId: 'w1', clientSecret: 'wechat-1', ...wechat },
      { id: 'wechat-app', clientId: 'w2', clientSecret: 'wechat-2', ...wechat },
      { kind: 'oidc', id: 'oidc', name: 'Sign', issuer: 'https://i.example', clientId: 'o', clientSecret: 'oidc-secret' },
    ],
  },
  mail: { smtpUrl: 'smtp://u:mail%25pass@mail', from: 'G <g@x.example>' },
  ...{ secretsKeyFile: join(folder, 'secrets'), deletionGraceMs: 7_200_000, defaultLanguage: 'en' },
};

test('settings: each variable sets its own value', () => {
  expect(load(everything)).toEqual(everythingRead);
});

test('settings: nothing is set without variables', () => {
  expect(load()).toMatchObject({
    ...{ mode: 'production', dataDir: resolve(folder, '.data'), model: null, replayFrom: null, taskProcesses: null },
    ...{ secretsKeyFile: null, auth: { secret: null }, fetchAllow: [], diskFloorBytes: 512 * 1024 ** 2, time: null },
    modelLimits: { costLimitUsd: null, dailyLimitUsd: null, questionsPerHour: 60 },
    licenses: { publicKeys: [], privateKeyFile: null, lemonSqueezy: null },
    generation: { images: null, music: null },
    speech: { remote: null, parallel: 4, modelMirrors: [], fetchOnUse: true, manifest: null, managedByAnyone: true },
    sources: { ytDlpPath: null, searchPath: '', youtubeClients: [], chromium: null, shortVideoMs: 600_000, siteGapFactor: 1 },
    uploads: { expiryMs: 24 * 3_600_000, quotaBytes: 5 * 4 * 1024 ** 3 },
    accounts: { adminEmail: null, verifyEmail: false, providers: [] },
    mail: { smtpUrl: null, from: 'Gleaner <gleaner@localhost>' },
    localModels: { ollama: 11_434, lmStudio: 1234 },
  });
  expect(load({ USER_QUOTA_BYTES: '0', MODEL_QUESTIONS_PER_HOUR: '0' })).toMatchObject({
    ...{ uploads: { quotaBytes: null }, modelLimits: { questionsPerHour: null } },
  });
  expect(load({ MAX_UPLOAD_BYTES: '2000000' }).uploads.quotaBytes).toBe(10_000_000);
  expect(load({ RENDER_PAGES: 'true' }).sources.chromium).toEqual({ path: null });
  expect(load({ CHROMIUM_PATH: '/c' }).sources.chromium).toBeNull();
  expect(load({ BASE_URL: 'https://g.example:8080' }).mail.from).toBe('Gleaner <gleaner@g.example>');
  expect(load({ SMTP_URL: 'smtp://mail' }).accounts.verifyEmail).toBe(true);
  expect(load({ MUSIC_API_KEY: 'k', MUSIC_MODEL: 'm' }).generation).toMatchObject({
    ...{ images: null, music: { baseUrl: 'https://api.minimax.io/v1', apiKey: 'k' } },
  });
  expect(load({ SPEECH_BASE_URL: 'http://s.example', SPEECH_MODEL: 'm' }).speech.remote).toEqual({
    ...{ baseUrl: 'http://s.example', apiKey: null, model: 'm' },
  });
  expect(load({ IMAGE_BASE_URL: 'http://i.example', IMAGE_MODEL: 'm' }).generation.images?.baseUrl).toBe('http://i.example');
  for (const name of ['SPEECH_MODEL', 'IMAGE_MODEL', 'MUSIC_MODEL', 'OPENAI_MODEL', 'LEMON_SQUEEZY_PRODUCTS'])
    expect(load({ [name]: '1=2' }), name).toEqual(load());
});

test('ACC-01 guests may come where accounts are open, or as said, and never to a server of one person', () => {
  const guests = (environment: Record<string, string>) => load(environment).accounts.guests;
  expect([guests({ ACCOUNTS: 'open', GUESTS: 'false' }), guests({ ACCOUNTS: 'invite', GUESTS: 'true' })]).toEqual([false, true]);
  expect(guests({ ACCOUNTS: 'single', GUESTS: 'true' })).toBe(false);
});

test('settings: what is needed together is refused alone', () => {
  for (const what of ['IMAGE', 'MUSIC', 'SPEECH']) {
    expect(problemOf({ [`${what}_API_KEY`]: 'k' })).toEqual(refusedFor(`${what}_MODEL`));
    expect(problemOf({ [`${what}_BASE_URL`]: 'http://a' })).toEqual(refusedFor(`${what}_MODEL`));
  }
  for (const [id, secret] of ['WECHAT_CLIENT', 'WECHAT_APP', 'OIDC_CLIENT'].map((name) => [`${name}_ID`, `${name}_SECRET`]) as [
    string,
    string,
  ][]) {
    expect(problemOf({ [id]: 'i' })).toEqual(refusedFor(secret));
    expect(problemOf({ [secret]: 's' })).toEqual(refusedFor(id));
  }
  expect(problemOf({ OIDC_CLIENT_ID: 'i', OIDC_CLIENT_SECRET: 's' })).toEqual(refusedFor('OIDC_ISSUER'));
  expect(load({ OIDC_ISSUER: 'https://i.example' }).accounts.providers).toEqual([]);
});

test('SUM-08 the first provider with a key is taken, or the one that is named, and needs what it needs', () => {
  const keys = { ANTHROPIC_API_KEY: 'a', ANTHROPIC_MODEL: 'unheard-of', GOOGLE_API_KEY: 'g', GOOGLE_MODEL: 'gemini-x' };
  const model = (environment: Record<string, string>) => load(environment).model;
  expect(model(keys)).toMatchObject({
    provider: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    apiKey: 'a',
    name: 'unheard-of',
  });
  const google = 'https://generativelanguage.googleapis.com/v1beta';
  expect(model({ GOOGLE_API_KEY: 'g', GOOGLE_MODEL: 'x' })).toMatchObject({ provider: 'google', baseUrl: google, apiKey: 'g' });
  expect(model({ ...keys, MODEL_PROVIDER: 'google' })).toMatchObject({ provider: 'google', name: 'gemini-x' });
  const openai = { ...keys, OPENAI_API_KEY: 'o', OPENAI_MODEL: 'gpt-x' };
  expect(model(openai)?.provider).toBe('openai');
  expect(model({ ...openai, OPENAI_BASE_URL: 'http://o.example' })).toMatchObject({ provider: 'openai-compatible', apiKey: 'o' });
  expect(model({ ...keys, ANTHROPIC_BASE_URL: 'http://a.example' })?.baseUrl).toBe('http://a.example');
  expect(model({ OPENAI_API_KEY: 'o', OPENAI_MODEL: 'm', MODEL_PROVIDER: 'openai-compatible' })?.baseUrl).toBe(
    'https://api.openai.com/v1',
  );
  expect(model({ ANTHROPIC_BASE_URL: 'http://a.example', ANTHROPIC_MODEL: 'm' })).toBeNull();

  const sizeOf = (environment: Record<string, string>) => model({ ...environment, OPENAI_CONTEXT_TOKENS: '7000' })?.contextTokens;
  expect([sizeOf(openai), sizeOf(keys), sizeOf({ ...keys, MODEL_CONTEXT_TOKENS: '8000' })]).toEqual([7000, 128_000, 8000]);

  expect(problemOf({ MODEL_PROVIDER: 'google', GOOGLE_MODEL: 'm' })).toEqual(refusedFor('GOOGLE_API_KEY'));
  expect(problemOf({ MODEL_PROVIDER: 'google', GOOGLE_API_KEY: 'g' })).toEqual(refusedFor('GOOGLE_MODEL'));
  expect(problemOf({ MODEL_PROVIDER: 'openai-compatible', OPENAI_MODEL: 'm' })).toEqual(refusedFor('OPENAI_BASE_URL'));
});

test('SUM-08 costs are limited where the price is known, as usual or as said, and a limit needs a price', () => {
  const unpriced = { OPENAI_BASE_URL: 'http://o.example', OPENAI_MODEL: 'm' };
  const priced = { ...unpriced, MODEL_PRICE_INPUT: '1', MODEL_PRICE_OUTPUT: '2' };
  const limits = (environment: Record<string, string>) => {
    const { costLimitUsd, dailyLimitUsd } = load(environment).modelLimits;
    return [costLimitUsd, dailyLimitUsd];
  };
  const said = { MODEL_COST_LIMIT: '5', MODEL_DAILY_COST_LIMIT: '6' };
  const none = { MODEL_COST_LIMIT: '0', MODEL_DAILY_COST_LIMIT: '0' };
  expect([limits(priced), limits({ ...priced, ...said }), limits({ ...priced, ...none })]).toEqual([
    [2, 20],
    [5, 6],
    [null, null],
  ]);
  expect([limits(unpriced), limits({ ...unpriced, ...none }), limits(said)]).toEqual(Array(3).fill([null, null]));
  for (const name of Object.keys(said)) expect(problemOf({ ...unpriced, [name]: '5' })).toEqual(refusedFor('MODEL_PRICE_INPUT'));
  expect(problemOf({ ...unpriced, MODEL_PRICE_OUTPUT: '5' })).toEqual(refusedFor('MODEL_PRICE_INPUT'));
  expect(problemOf({ ...unpriced, MODEL_PRICE_INPUT: '5' })).toEqual(refusedFor('MODEL_PRICE_OUTPUT'));
});

test('settings: every secret is kept from the log and from the print, and the rest is printed', () => {
  const config = load(everything);
  const secrets = [
    'sk-one-1',
    'sk-two-2',
    'speech-key',
    'image-key',
    's'.repeat(32),
    'passw%rd',
    'mail%pass',
    'wechat-1',
    'wechat-2',
    'oidc-secret',
  ];
  expect(secretsOf(config).toSorted()).toEqual(secrets.toSorted());
  expect(secretsOf(load())).toEqual([]);
  expect(secretsOf(load({ DATABASE_URL: 'postgres://u:12345@db/x', SMTP_URL: 'smtp://u:123456@mail' }))).toEqual(['123456']);
  expect(redactConfig(config)).toEqual({
    ...everythingRead,
    database: { url: 'postgres://u:redacted@db/x', poolSize: 7 },
    model: { ...everythingRead.model, apiKey: '[redacted]' },
    speech: { ...everythingRead.speech, remote: { ...everythingRead.speech.remote, apiKey: '[redacted]' } },
    generation: { ...everythingRead.generation, images: { ...everythingRead.generation.images, apiKey: '[redacted]' } },
    auth: { secret: '[redacted]' },
    accounts: { ...everythingRead.accounts, providers: ['wechat', 'wechat-app', 'oidc'] },
    mail: { ...everythingRead.mail, smtpUrl: '[redacted]' },
  });
  const bare = load();
  expect(redactConfig(bare)).toEqual(bare);
  const open = load({
    ...{ DATABASE_URL: 'postgres://db/x', OPENAI_BASE_URL: 'http://o.example', OPENAI_MODEL: 'm' },
    ...{ SPEECH_BASE_URL: 'http://s.example', SPEECH_MODEL: 'm', IMAGE_BASE_URL: 'http://i.example', IMAGE_MODEL: 'm' },
    ...{ MUSIC_API_KEY: 'music-key', MUSIC_MODEL: 'm' },
  });
  expect(secretsOf(open)).toEqual(['music-key']);
  const music = open.generation.music && { ...open.generation.music, apiKey: '[redacted]' };
  expect(redactConfig(open)).toEqual({ ...open, generation: { ...open.generation, music } });
});

test('settings: a file of them that cannot be read is named', () => {
  expect(problemOf({})).toBeNull();
  // A folder is no file.
  expect(() => loadConfig({}, import.meta.filename)).toThrow(
    expect.objectContaining({ code: 'config_invalid', params: { variable: '.env' } }),
  );
});
