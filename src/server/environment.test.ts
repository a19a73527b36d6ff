import { expect, test } from 'vitest';
import { variableNames, zEnv } from './environment.ts';

const mega = 1024 ** 2;
/** The smallest and the largest value; `whole`: without fractions. */
const numbers: [name: string, least: number, most: number, whole: boolean][] = [
  ['PORT', 0, 65_535, true],
  ['OLLAMA_PORT', 0, 65_535, true],
  ['LM_STUDIO_PORT', 0, 65_535, true],
  ['DATABASE_POOL_SIZE', 2, 200, true],
  ['MODEL_CONTEXT_TOKENS', 2000, 10_000_000, true],
  ['OPENAI_CONTEXT_TOKENS', 2000, 10_000_000, true],
  ['MODEL_COST_LIMIT', 0, 10_000, false],
  ['MODEL_DAILY_COST_LIMIT', 0, 1_000_000, false],
  ['MODEL_PRICE_INPUT', 0, 100_000, false],
  ['MODEL_ANSWERS_AT_ONCE', 1, 1000, true],
  ['MODEL_QUESTIONS_PER_HOUR', 0, 100_000, true],
  ['OWN_KEY_CALLS_PER_DAY', 0, 1_000_000, true],
  ['SPEECH_PARALLEL', 1, 32, true],
  ['IMAGE_PRICE', 0, Number.POSITIVE_INFINITY, false],
  ['MUSIC_PRICE', 0, Number.POSITIVE_INFINITY, false],
  ['SITE_PACE', 0, 1000, false],
  ['SHORT_VIDEO_MINUTES', 0, 600, false],
  ['MAX_UPLOAD_BYTES', mega, 64 * 1024 * mega, true],
  ['UPLOAD_EXPIRY_HOURS', 0.01, 24 * 365, false],
  ['USER_QUOTA_BYTES', 0, Number.POSITIVE_INFINITY, true],
  ['DISK_FLOOR_BYTES', 0, Number.POSITIVE_INFINITY, true],
  ['TASK_PROCESSES', 2, 64, true],
  ['WORKER_CONCURRENCY', 1, 64, true],
  ['SHUTDOWN_SECONDS', 0, 600, false],
  ['ACCOUNT_DELETION_HOURS', 0, 23 * 30, false],
  ['TIME_STARTING_MINUTES', 0, 10_000_000, false],
  ['TIME_REFERRAL_MOST', 0, 10_000, true],
  ['LEMON_SQUEEZY_STORE', 1, Number.POSITIVE_INFINITY, true],
  ['TIME_GRANT_DAYS', 1, 36_500, true],
];

/** The names of the variables that are refused. */
function wrongOf(environment: Record<string, string>): string[] {
  const { error } = zEnv.safeParse(environment);
  return (error?.issues ?? []).map(({ path }) => String(path[0]));
}
const readAs = (name: string, text: string): unknown =>
  Object.entries(zEnv.parse({ [name]: text })).find(([key]) => key === name)?.[1];

test.each(numbers)('settings: %s is from %d to %d', (name, least, most, whole) => {
  const step = whole ? 1 : 0.001;
  expect(wrongOf({ [name]: String(least) })).toEqual([]);
  expect(wrongOf({ [name]: String(least - step) })).toEqual([name]);
  if (Number.isFinite(most)) {
    expect(wrongOf({ [name]: String(most) })).toEqual([]);
    expect(wrongOf({ [name]: String(most + step) })).toEqual([name]);
  }
  expect(wrongOf({ [name]: String(least + 1.5) })).toEqual(whole ? [name] : []);
  expect(wrongOf({ [name]: 'many' })).toEqual([name]);
});

const texts: [name: string, fit: [text: string, value: unknown][], unfit: string[]][] = [
  [
    'BASE_URL',
    [
      ['https://g.example/path/?q', 'https://g.example'],
      ['http://a:8080', 'http://a:8080'],
    ],
    ['ftp://g.example', 'xhttps://g', 'g.example'],
  ],
  ['TRUSTED_ORIGINS', [[' https://a.example/x,\n http://b:1 ', ['https://a.example', 'http://b:1']]], ['https://a.example, b']],
  ['TRUSTED_PROXIES', [['10.0.0.0/8 ::1,', ['10.0.0.0/8', '::1']]], ['10.0.0.0/33', 'proxy']],
  [
    'OPENAI_BASE_URL',
    [
      ['https://a.example/v1//', 'https://a.example/v1'],
      ['http://a/v1', 'http://a/v1'],
    ],
    ['httpss://a', 'ws://a'],
  ],
  [
    'DATABASE_URL',
    [
      ['postgres://a:p%25@db/x', 'postgres://a:p%25@db/x'],
      ['postgresql://db/x', 'postgresql://db/x'],
    ],
    ['mysql://db', 'xpostgres://db', 'postgresqlx://db', 'postgres://a%:b@db/x', 'postgres://a:b%@db/x', 'db'],
  ],
  [
    'SMTP_URL',
    [
      ['smtp://mail', 'smtp://mail'],
      ['smtps://a:p%25@mail:465', 'smtps://a:p%25@mail:465'],
    ],
    ['http://mail', 'xsmtp://mail', 'smtpsx://mail', 'smtp://a:b%@mail', 'mail'],
  ],
  [
    'TIME_ZONE',
    [
      ['Asia/Shanghai', 'Asia/Shanghai'],
      ['UTC', 'UTC'],
    ],
    ['+08:00', 'Mars/Base', '1UTC'],
  ],
  [
    'GLEANER_REPLAY',
    [
      ['http://127.0.0.1:99', 'http://127.0.0.1:99'],
      ['http://[::1]:99', 'http://[::1]:99'],
    ],
    ['https://127.0.0.1:99', 'xhttp://127.0.0.1:99', 'http://127.0.0.11', 'http://a.example'],
  ],
  [
    'GLEANER_FETCH_ALLOW',
    [['a-b.lan:8080 [fd00::A]:1', ['a-b.lan:8080', '[fd00::A]:1']]],
    ['a.lan', 'a.lan:123456', 'a_b:1', '[fd00::g]:1', 'x[fd00::1]:1', 'a:1x', 'http://a:1'],
  ],
  [
    'LICENSE_PUBLIC_KEYS',
    [[`${'a_-9Z'.repeat(8)}abc`, [`${'a_-9Z'.repeat(8)}abc`]]],
    ['a'.repeat(42), 'a'.repeat(44), '='.repeat(43)],
  ],
  [
    'LEMON_SQUEEZY_PRODUCTS',
    [
      ['12=60, 345=1', ['12=60', '345=1']],
      [`${'1'.repeat(12)}=${'2'.repeat(8)}`, [`${'1'.repeat(12)}=${'2'.repeat(8)}`]],
    ],
    ['12', 'a=1', 'a1=1', '1=1a', '1=', '=1', `${'1'.repeat(13)}=1`, `1=${'2'.repeat(9)}`],
  ],
  ['YOUTUBE_CLIENTS', [['web, tv/7.2', ['web', 'tv/7.2']]], []],
  ['SPEECH_MODEL_MIRRORS', [['https://m.example/a/ http://n', ['https://m.example/a', 'http://n']]], ['m.example']],
  ['AUTH_SECRET', [['s'.repeat(32), 's'.repeat(32)]], ['s'.repeat(31)]],
  ['OIDC_NAME', [['o'.repeat(40), 'o'.repeat(40)]], ['o'.repeat(41)]],
  ['ADMIN_EMAIL', [['a@b.example', 'a@b.example']], ['ab.example']],
  [
    'NODE_ENV',
    [
      ['development', 'development'],
      ['test', 'test'],
    ],
    ['staging'],
  ],
  ['MODEL_PROVIDER', ['openai', 'anthropic', 'google', 'openai-compatible'].map((one) => [one, one]), ['other']],
  ['LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].map((one) => [one, one]), ['loud']],
  ['LOG_FORMAT', ['auto', 'json', 'pretty'].map((one) => [one, one]), ['xml']],
  ['SPEECH_MODEL_FETCH', ['first-use', 'ask'].map((one) => [one, one]), ['never']],
  ['SPEECH_MODELS_MANAGED', ['anyone', 'admin'].map((one) => [one, one]), ['nobody']],
  ['ACCOUNTS', ['single', 'open', 'invite'].map((one) => [one, one]), ['closed']],
  [
    'RENDER_PAGES',
    [
      ['true', true],
      ['0', false],
    ],
    ['maybe'],
  ],
  [
    'DEFAULT_LANGUAGE',
    [
      ['zh', 'zh'],
      ['en', 'en'],
    ],
    ['xx'],
  ],
];

test.each(texts)('settings: %s is read or refused', (name, fit, unfit) => {
  for (const [text, value] of fit) expect(readAs(name, text), text).toEqual(value);
  for (const text of unfit) expect(wrongOf({ [name]: text }), text).toEqual([name]);
});

test('settings: minutes are stored in seconds, and 0 of a limit is none', () => {
  expect(readAs('TIME_MONTHLY_MINUTES', '0.51')).toBe(31);
  for (const name of [
    'ACCOUNTS_PER_HOUR',
    'ACCOUNTS_PER_DAY',
    'SUBMISSIONS_PER_HOUR',
    'GUEST_NOTES_AT_ONCE',
    'SUBMISSIONS_PER_ADDRESS',
    'ASKS_PER_HOUR',
    'GUEST_ASKS_PER_HOUR',
    'OUTPUTS_PER_DAY',
    'OWN_KEY_CALLS_PER_DAY',
  ])
    expect([readAs(name, '0'), readAs(name, '1')], name).toEqual([null, 1]);
});

test('settings: what is not said has these values', () => {
  expect(zEnv.parse({})).toEqual({
    ...{ NODE_ENV: 'production', PORT: 3000, HOST: '127.0.0.1', TRUSTED_ORIGINS: [], TRUSTED_PROXIES: [], DATA_DIR: '.data' },
    ...{ DATABASE_POOL_SIZE: 10, MODEL_ANSWERS_AT_ONCE: 10, OLLAMA_PORT: 11_434, LM_STUDIO_PORT: 1234 },
    ...{ OWN_KEY_CALLS_PER_DAY: 20, TIME_ZONE: 'UTC', MODEL_QUESTIONS_PER_HOUR: 60, LOG_LEVEL: 'info', LOG_FORMAT: 'auto' },
    ...{ SPEECH_PARALLEL: 4, SPEECH_MODEL_MIRRORS: [], SPEECH_MODEL_FETCH: 'first-use', OUTPUTS_PER_DAY: 20 },
    ...{ YOUTUBE_CLIENTS: [], RENDER_PAGES: false, SITE_PACE: 1, SHORT_VIDEO_MINUTES: 10, GLEANER_FETCH_ALLOW: [] },
    ...{ MAX_UPLOAD_BYTES: 4096 * mega, UPLOAD_EXPIRY_HOURS: 24, DISK_FLOOR_BYTES: 512 * mega, WORKER_CONCURRENCY: 2 },
    ...{ SHUTDOWN_SECONDS: 10, SINGLE_BEYOND_LOOPBACK: false, WECHAT_OPEN_URL: 'https://open.weixin.qq.com' },
    ...{ WECHAT_API_URL: 'https://api.weixin.qq.com', OIDC_NAME: 'OpenID', ACCOUNTS_PER_HOUR: 20, ACCOUNTS_PER_DAY: 60 },
    ...{ ACCOUNT_DELETION_HOURS: 23, SUBMISSIONS_PER_HOUR: 300, GUEST_NOTES_AT_ONCE: 50, SUBMISSIONS_PER_ADDRESS: 1000 },
    ...{ ASKS_PER_HOUR: 300, GUEST_ASKS_PER_HOUR: 60, TIME_REFERRAL_MINUTES: 0, TIME_REFERRAL_MOST: 20 },
    ...{ LICENSE_PUBLIC_KEYS: [], LEMON_SQUEEZY_PRODUCTS: [], LEMON_SQUEEZY_TEST: false, DEFAULT_LANGUAGE: 'zh' },
  });
  expect(new Set(variableNames).size).toBe(variableNames.length);
  for (const [name] of [...numbers, ...texts]) expect(variableNames).toContain(name);
});
