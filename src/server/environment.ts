import { z } from 'zod';
import { defaultLanguage, noteLanguages } from '#lib/languages.ts';
import { zMailAddress } from '#lib/mail-address.ts';
import { isNetwork } from './client-address.ts';

const megabyte = 1024 ** 2;
function splitList(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const zPort = z.coerce.number().int().min(0).max(65_535);
const zHttpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/(?<!\/)\/+$/, ''));

const percentInPassword = 'a % in the user or password is written as %25';

function hasReadablePassword(url: string): boolean {
  // The check for a valid URL reports these.
  if (!URL.canParse(url)) return true;
  try {
    const { username, password } = new URL(url);
    decodeURIComponent(username);
    decodeURIComponent(password);
    return true;
  } catch {
    return false;
  }
}

const zOrigin = zHttpUrl.transform((url) => new URL(url).origin);

const zHostPort = z.string().regex(/^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+):\d{1,5}$/, 'must be host:port');

/** 0 means no limit. */
const zLimit = z.coerce
  .number()
  .int()
  .min(0)
  .max(1_000_000)
  .transform((most) => (most === 0 ? null : most));

const zMinutes = z.coerce
  .number()
  .min(0)
  .max(10_000_000)
  .transform((minutes) => Math.round(60 * minutes));

const zNetwork = z.string().refine(isNetwork, 'must be an address or a CIDR block');

/** Only names, no offsets: PostgreSQL reads the sign of an offset the other way round. */
const zTimeZone = z.string().refine(isTimeZoneName, 'must be the name of a time zone, such as Asia/Shanghai');

function isTimeZoneName(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** US dollars per million tokens. */
const zPrice = z.coerce.number().min(0).max(100_000);

const zContextTokens = z.coerce.number().int().min(2_000).max(10_000_000);

export const zEnv = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: zPort.default(3000),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: zOrigin.optional(),
  TRUSTED_ORIGINS: z.string().transform(splitList).pipe(z.array(zOrigin)).default([]),
  TRUSTED_PROXIES: z.string().transform(splitList).pipe(z.array(zNetwork)).default([]),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .refine(hasReadablePassword, percentInPassword)
    .optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  MODEL_PROVIDER: z.enum(['openai', 'anthropic', 'google', 'openai-compatible']).optional(),
  MODEL_CONTEXT_TOKENS: zContextTokens.optional(),
  MODEL_COST_LIMIT: z.coerce.number().min(0).max(10_000).optional(),
  MODEL_DAILY_COST_LIMIT: z.coerce.number().min(0).max(1_000_000).optional(),
  MODEL_PRICE_INPUT: zPrice.optional(),
  MODEL_PRICE_CACHED_INPUT: zPrice.optional(),
  MODEL_PRICE_OUTPUT: zPrice.optional(),
  MODEL_ANSWERS_AT_ONCE: z.coerce.number().int().min(1).max(1000).default(10),
  OLLAMA_PORT: zPort.default(11_434),
  LM_STUDIO_PORT: zPort.default(1234),
  OWN_KEY_CALLS_PER_DAY: zLimit.default(20),
  TIME_ZONE: zTimeZone.default('UTC'),
  MODEL_QUESTIONS_PER_HOUR: z.coerce.number().int().min(0).max(100_000).default(60),
  OPENAI_BASE_URL: zHttpUrl.optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_MODEL: z.string().optional(),
  OPENAI_CONTEXT_TOKENS: zContextTokens.optional(),
  ANTHROPIC_BASE_URL: zHttpUrl.optional(),
  ANTHROPIC_API_KEY: z.string().optional(),
  ANTHROPIC_MODEL: z.string().optional(),
  GOOGLE_BASE_URL: zHttpUrl.optional(),
  GOOGLE_API_KEY: z.string().optional(),
  GOOGLE_MODEL: z.string().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['auto', 'json', 'pretty']).default('auto'),
  SPEECH_BASE_URL: zHttpUrl.optional(),
  SPEECH_API_KEY: z.string().optional(),
  SPEECH_MODEL: z.string().optional(),
  SPEECH_PARALLEL: z.coerce.number().int().min(1).max(32).default(4),
  SPEECH_MODEL_MIRRORS: z.string().transform(splitList).pipe(z.array(zHttpUrl)).default([]),
  SPEECH_MODEL_FETCH: z.enum(['first-use', 'ask']).default('first-use'),
  SPEECH_MODEL_MANIFEST: z.string().optional(),
  SPEECH_MODELS_MANAGED: z.enum(['anyone', 'admin']).optional(),
  IMAGE_BASE_URL: zHttpUrl.optional(),
  IMAGE_API_KEY: z.string().optional(),
  IMAGE_MODEL: z.string().optional(),
  IMAGE_PRICE: z.coerce.number().min(0).optional(),
  MUSIC_BASE_URL: zHttpUrl.optional(),
  MUSIC_API_KEY: z.string().optional(),
  MUSIC_MODEL: z.string().optional(),
  MUSIC_PRICE: z.coerce.number().min(0).optional(),
  OUTPUTS_PER_DAY: zLimit.default(20),
  YTDLP_PATH: z.string().optional(),
  YOUTUBE_CLIENTS: z.string().transform(splitList).default([]),
  CHROMIUM_PATH: z.string().optional(),
  RENDER_PAGES: z.stringbool().default(false),
  SITE_PACE: z.coerce.number().min(0).max(1000).default(1),
  SHORT_VIDEO_MINUTES: z.coerce.number().min(0).max(600).default(10),
  GLEANER_REPLAY: z.url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|\[::1\])$/ }).optional(),
  GLEANER_FETCH_ALLOW: z.string().transform(splitList).pipe(z.array(zHostPort)).default([]),
  MAX_UPLOAD_BYTES: z.coerce
    .number()
    .int()
    .min(megabyte)
    .max(64 * 1024 * megabyte)
    .default(4 * 1024 * megabyte),
  UPLOAD_EXPIRY_HOURS: z.coerce
    .number()
    .min(0.01)
    .max(24 * 365)
    .default(24),
  USER_QUOTA_BYTES: z.coerce.number().int().min(0).optional(),
  DISK_FLOOR_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(512 * megabyte),
  TASK_PROCESSES: z.coerce.number().int().min(2).max(64).optional(),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  SHUTDOWN_SECONDS: z.coerce.number().min(0).max(600).default(10),
  ACCOUNTS: z.enum(['single', 'open', 'invite']).optional(),
  SINGLE_BEYOND_LOOPBACK: z.stringbool().default(false),
  GUESTS: z.stringbool().optional(),
  ADMIN_EMAIL: zMailAddress.optional(),
  VERIFY_EMAIL: z.stringbool().optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine(hasReadablePassword, percentInPassword)
    .optional(),
  MAIL_FROM: z.string().optional(),
  WECHAT_CLIENT_ID: z.string().optional(),
  WECHAT_CLIENT_SECRET: z.string().optional(),
  WECHAT_APP_ID: z.string().optional(),
  WECHAT_APP_SECRET: z.string().optional(),
  WECHAT_OPEN_URL: zHttpUrl.default('https://open.weixin.qq.com'),
  WECHAT_API_URL: zHttpUrl.default('https://api.weixin.qq.com'),
  OIDC_NAME: z.string().max(40).default('OpenID'),
  OIDC_ISSUER: zHttpUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  SECRETS_KEY_FILE: z.string().optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ACCOUNTS_PER_HOUR: zLimit.default(20),
  ACCOUNTS_PER_DAY: zLimit.default(60),
  ACCOUNT_DELETION_HOURS: z.coerce
    .number()
    .min(0)
    .max(23 * 30)
    .default(23),
  SUBMISSIONS_PER_HOUR: zLimit.default(300),
  GUEST_NOTES_AT_ONCE: zLimit.default(50),
  SUBMISSIONS_PER_ADDRESS: zLimit.default(1000),
  ASKS_PER_HOUR: zLimit.default(300),
  GUEST_ASKS_PER_HOUR: zLimit.default(60),
  TIME_STARTING_MINUTES: zMinutes.optional(),
  TIME_MONTHLY_MINUTES: zMinutes.optional(),
  TIME_REFERRAL_MINUTES: zMinutes.default(0),
  TIME_REFERRAL_MOST: z.coerce.number().int().min(0).max(10_000).default(20),
  LICENSE_PUBLIC_KEYS: z
    .string()
    .transform(splitList)
    .pipe(z.array(z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url')))
    .default([]),
  LICENSE_PRIVATE_KEY_FILE: z.string().optional(),
  LEMON_SQUEEZY_STORE: z.coerce.number().int().positive().optional(),
  LEMON_SQUEEZY_PRODUCTS: z
    .string()
    .transform(splitList)
    .pipe(z.array(z.string().regex(/^\d{1,12}=\d{1,8}$/, 'must be <product or variant>=<minutes>')))
    .default([]),
  LEMON_SQUEEZY_TEST: z.stringbool().default(false),
  TIME_GRANT_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
  DEFAULT_LANGUAGE: z.enum(noteLanguages).default(defaultLanguage),
});

export type EnvironmentValues = z.infer<typeof zEnv>;

export const variableNames = Object.keys(zEnv.shape);
