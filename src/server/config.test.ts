import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { loadConfig, redactConfig, secretsOf } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'gleaner-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function problemOf(environment: Record<string, string>): AppError {
  try {
    loadConfig(environment, folder);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('accepted');
}

test('has a default for everything', () => {
  const config = loadConfig({}, folder);
  expect(config.http).toMatchObject({ port: 3000, host: '127.0.0.1', baseUrl: null });
  expect(config.dataDir).toBe(join(folder, '.data'));
  expect(config.database.url).toBeNull();
  expect(config.model).toBeNull();
  expect(config.uploads.maxBytes).toBe(4 * 1024 ** 3);
});

test('ACC-01 a server is one person’s where only this machine reaches it, and beyond only where that is said', () => {
  const modeOf = (environment: Record<string, string>) => loadConfig(environment, folder).accounts.mode;
  expect(modeOf({})).toBe('single');
  expect([modeOf({ HOST: '0.0.0.0' }), modeOf({ HOST: '::' }), modeOf({ HOST: '192.0.2.7' })]).toEqual(Array(3).fill('open'));
  expect([modeOf({ ACCOUNTS: 'open' }), modeOf({ ACCOUNTS: 'invite', HOST: '0.0.0.0' })]).toEqual(['open', 'invite']);
  const refused = problemOf({ ACCOUNTS: 'single', HOST: '0.0.0.0' });
  expect([refused.code, refused.params.variable]).toEqual(['config_invalid', 'ACCOUNTS']);
  expect(modeOf({ ACCOUNTS: 'single', HOST: '0.0.0.0', SINGLE_BEYOND_LOOPBACK: 'true' })).toBe('single');
  const guestsIn = (ACCOUNTS: string) => loadConfig({ ACCOUNTS }, folder).accounts.guests;
  expect([guestsIn('open'), guestsIn('invite'), guestsIn('single')]).toEqual([true, false, false]);
});

test('ACC-03 time is limited where some of it is given, on a server for one person as on any other', () => {
  const timeOf = (environment: Record<string, string>) => loadConfig(environment, folder).time;
  expect([timeOf({}), timeOf({ ACCOUNTS: 'open' }), timeOf({ ACCOUNTS: 'single', TIME_GRANT_DAYS: '30' })]).toEqual([
    null,
    null,
    null,
  ]);
  expect(timeOf({ TIME_STARTING_MINUTES: '5', TIME_GRANT_DAYS: '30' })).toMatchObject({
    ...{ startingSeconds: 300, monthlySeconds: 0, grantDays: 30 },
  });
  expect(timeOf({ TIME_MONTHLY_MINUTES: '2' })).toMatchObject({ startingSeconds: 0, monthlySeconds: 120, grantDays: null });
});

test('prefers the environment to .env, and treats empty as unset', () => {
  const own = mkdtempSync(join(folder, 'env-'));
  writeFileSync(join(own, '.env'), 'PORT=4000\nWORKER_CONCURRENCY=3\nLOG_LEVEL=debug\n');
  const config = loadConfig({ PORT: '5000', LOG_LEVEL: '', DATABASE_URL: ' ' }, own);
  expect(config.http.port).toBe(5000);
  expect(config.worker.concurrency).toBe(3);
  expect(config.log.level).toBe('debug');
  expect(config.database.url).toBeNull();
});

test('accepts addresses or blocks as trusted proxies, none by default', () => {
  expect(loadConfig({}, folder).http.trustedProxies).toEqual([]);
  expect(loadConfig({ TRUSTED_PROXIES: '127.0.0.1, fd00::/8' }, folder).http.trustedProxies).toEqual(['127.0.0.1', 'fd00::/8']);
  expect(problemOf({ TRUSTED_PROXIES: '127.0.0.1,proxy.lan' }).params).toEqual({ variable: 'TRUSTED_PROXIES' });
});

test('accepts hosts with a port as exceptions of the guarded fetch, IPv6 in brackets', () => {
  const allowed = ['nas.lan:8080', '192.0.2.7:80', '[fd00::7]:443'];
  expect(loadConfig({ GLEANER_FETCH_ALLOW: allowed.join(', ') }, folder).fetchAllow).toEqual(allowed);
  for (const wrong of ['[nas.lan]:80', 'fd00::7', 'nas.lan:port'])
    expect(problemOf({ GLEANER_FETCH_ALLOW: wrong }).params).toEqual({ variable: 'GLEANER_FETCH_ALLOW' });
});

const reach: [environment: NodeJS.ProcessEnv, local: boolean][] = [
  [{}, true],
  [{ HOST: '::1', BASE_URL: 'http://gleaner.localhost:3000', TRUSTED_ORIGINS: 'http://127.0.0.1:3000 http://[::1]:3000' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '192.168.1.2' }, false],
  [{ BASE_URL: 'https://notes.example.org' }, false],
  [{ TRUSTED_ORIGINS: 'http://nas.local' }, false],
  [{ TRUSTED_PROXIES: '127.0.0.1' }, false],
];

test.each(reach)('anyone manages the speech models where only this machine reaches the server: %j', (environment, local) => {
  const config = loadConfig(environment, folder);
  expect([config.http.localOnly, config.speech.managedByAnyone]).toEqual([local, local]);
  for (const said of ['anyone', 'admin'])
    expect(loadConfig({ ...environment, SPEECH_MODELS_MANAGED: said }, folder).speech.managedByAnyone).toBe(said === 'anyone');
});

test.each(reach)('SUM-15 programs on this machine are looked for where only it reaches the server: %j', (environment, local) => {
  const { localModels } = loadConfig({ ...environment, OLLAMA_PORT: '1', LM_STUDIO_PORT: '0' }, folder);
  expect(localModels).toEqual(local ? { ollama: 1, lmStudio: null } : null);
});

test('has default limits, and 0 means none', () => {
  expect(loadConfig({}, folder).limits).toEqual({
    accountsPerHour: 20,
    accountsPerDay: 60,
    submissionsPerHour: 300,
    guestNotesAtOnce: 50,
    addressSubmissionsPerHour: 1000,
    libraryQuestionsPerHour: { guest: 60, account: 300 },
    outputsPerDay: 20,
  });
  expect(loadConfig({ ACCOUNTS_PER_HOUR: '0' }, folder).limits.accountsPerHour).toBeNull();
});

test('names a wrong variable without repeating its value', () => {
  const problem = problemOf({ PORT: 'eighty', DATABASE_URL: 'mysql://root:hunter22@db/x' });
  expect(problem.code).toBe('config_invalid');
  expect(problem.message).toContain('PORT');
  expect(problem.message).toContain('DATABASE_URL');
  expect(problem.message).not.toContain('hunter22');
  expect(problemOf({ GLEANER_FETCH_ALLOW: 'nas.lan' }).message).toContain('GLEANER_FETCH_ALLOW');
  expect(problemOf({ AUTH_SECRET: 'short' }).message).toContain('AUTH_SECRET');
  for (const [variable, url] of Object.entries({ DATABASE_URL: 'postgres://a:p%ss@db/x', SMTP_URL: 'smtp://a:p%ss@mail' })) {
    const wrong = problemOf({ [variable]: url });
    expect([wrong.code, wrong.params.variable]).toEqual(['config_invalid', variable]);
    expect(wrong.message).not.toContain('p%ss');
  }
});

test('needs a model’s name; a key alone means the public service, an address alone a server without a key', () => {
  expect(problemOf({ OPENAI_API_KEY: 'sk-123456' }).params).toEqual({ variable: 'OPENAI_MODEL' });
  expect(loadConfig({ OPENAI_API_KEY: 'sk-123456', OPENAI_MODEL: 'm' }, folder).model).toMatchObject({
    baseUrl: 'https://api.openai.com/v1',
    apiKey: 'sk-123456',
  });
  expect(loadConfig({ OPENAI_BASE_URL: 'http://localhost:11434/v1/', OPENAI_MODEL: 'm' }, folder).model).toMatchObject({
    baseUrl: 'http://localhost:11434/v1',
    apiKey: null,
  });
});

test('prints no secret and gives all of them to the logger', () => {
  const secrets = [
    'sk-canary-key-1',
    'sk-canary-picture',
    'sk-canary-music',
    'canary-password-2',
    'canary-auth-secret-3-long-enough-to-pass',
  ];
  const config = loadConfig(
    {
      OPENAI_API_KEY: 'sk-canary-key-1',
      OPENAI_MODEL: 'm',
      ...{ IMAGE_API_KEY: 'sk-canary-picture', IMAGE_MODEL: 'm', MUSIC_API_KEY: 'sk-canary-music', MUSIC_MODEL: 'm' },
      DATABASE_URL: 'postgres://user:canary-password-2@db:5432/x',
      AUTH_SECRET: 'canary-auth-secret-3-long-enough-to-pass',
    },
    folder,
  );
  const printed = JSON.stringify(redactConfig(config));
  for (const secret of secrets) expect(printed).not.toContain(secret);
  expect(printed).toContain('db:5432');
  expect(secretsOf(config).sort()).toEqual([...secrets].sort());
});
