/** The only reader of the environment: variables, else `.env` in the working directory, else defaults. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { GenerationSettings } from '#infra/generation/service.ts';
import type { LemonSqueezySettings } from '#infra/licenses/lemon-squeezy.ts';
import { splitKeys } from '#infra/llm/key-ring.ts';
import type { LocalModelPorts } from '#infra/llm/local-servers.ts';
import { costLimitOf, type ModelSettings, modelSettingsOf } from '#infra/llm/model-settings.ts';
import { AppError } from '#lib/app-error.ts';
import type { NoteLanguage } from '#lib/languages.ts';
import { type AccountSettings, accountsOf, mailFromOf, secretsOfAccounts } from './account-settings.ts';
import { parseAddress } from './client-address.ts';
import { type EnvironmentValues, zEnv } from './environment.ts';

const quotaInUploads = 5;

export type Config = {
  mode: 'production' | 'development' | 'test';
  http: {
    port: number;
    host: string;
    /** Null: `http://localhost:<port>`. */
    baseUrl: string | null;
    trustedOrigins: string[];
    trustedProxies: string[];
    /** The server listens on this machine only and is not behind a proxy. */
    localOnly: boolean;
  };
  dataDir: string;
  database: {
    /** Null: the packaged PostgreSQL, in the data folder. */
    url: string | null;
    poolSize: number;
  };
  model: ModelSettings | null;
  /** Ports of model servers on this machine (such as Ollama); null when others can reach this server. */
  localModels: LocalModelPorts | null;
  modelLimits: {
    costLimitUsd: number | null;
    dailyLimitUsd: number | null;
    answersAtOnce: number;
    questionsPerHour: number | null;
    ownKeyCallsPerDay: number | null;
    timeZone: string;
  };
  licenses: { publicKeys: string[]; privateKeyFile: string | null; lemonSqueezy: LemonSqueezySettings | null };
  time: {
    startingSeconds: number;
    monthlySeconds: number;
    referralSeconds: number;
    referralMost: number;
    grantDays: number | null;
  } | null;
  limits: {
    accountsPerHour: number | null;
    accountsPerDay: number | null;
    submissionsPerHour: number | null;
    guestNotesAtOnce: number | null;
    addressSubmissionsPerHour: number | null;
    libraryQuestionsPerHour: Record<'guest' | 'account', number | null>;
    outputsPerDay: number | null;
  };
  log: { level: string; format: 'auto' | 'json' | 'pretty' };
  speech: {
    /** Null: local models only. */
    remote: { baseUrl: string; apiKey: string | null; model: string } | null;
    parallel: number;
    modelMirrors: string[];
    fetchOnUse: boolean;
    manifest: string | null;
    managedByAnyone: boolean;
  };
  generation: { images: GenerationSettings | null; music: GenerationSettings | null };
  sources: {
    ytDlpPath: string | null;
    searchPath: string;
    /** `NAME` or `NAME/version`, in order; empty: the defaults of this release. */
    youtubeClients: string[];
    chromium: { path: string | null } | null;
    shortVideoMs: number;
    siteGapFactor: number;
  };
  /** URL of a server on this machine that answers instead of the internet. */
  replayFrom: string | null;
  /** Private addresses (`host:port`) that the guarded fetch may reach. */
  fetchAllow: string[];
  uploads: {
    maxBytes: number;
    expiryMs: number;
    quotaBytes: number | null;
  };
  /** Disk space that is kept free in the data folder for the database. */
  diskFloorBytes: number;
  worker: { concurrency: number };
  /** Number of child processes that parse untrusted input; null: one per core, 2 to 4. */
  taskProcesses: number | null;
  shutdownMs: number;
  auth: {
    /** Null: generated once and stored in the data folder. */
    secret: string | null;
  };
  accounts: AccountSettings;
  mail: {
    /** Null: mails are written to the folder `mail` of the data folder. */
    smtpUrl: string | null;
    from: string;
  };
  /** Null: generated once and stored in the data folder. */
  secretsKeyFile: string | null;
  deletionGraceMs: number;
  defaultLanguage: NoteLanguage;
};

const openAiBaseUrl = 'https://api.openai.com/v1';
const miniMaxBaseUrl = 'https://api.minimax.io/v1';

type Environment = Readonly<Record<string, string | undefined>>;

function readEnvFile(cwd: string): Environment {
  try {
    return parseEnv(readFileSync(resolve(cwd, '.env'), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new AppError('config_invalid', { cause: error, params: { variable: '.env' }, detail: '.env cannot be read' });
  }
}

function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''));
}

/** Errors: `config_invalid` with one line per wrong variable, without values, which may be secret. */
function readVariables(environment: Environment, cwd: string): EnvironmentValues {
  const parsed = zEnv.safeParse({ ...withoutEmpty(readEnvFile(cwd)), ...withoutEmpty(environment) });
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
    throw new AppError('config_invalid', {
      params: { variable: String(parsed.error.issues[0]?.path[0] ?? '') },
      detail: lines.join('\n'),
    });
  }
  return parsed.data;
}

/** Errors: `config_invalid`. */
export function loadConfig(environment: Environment = process.env, cwd: string = process.cwd()): Config {
  const env = readVariables(environment, cwd);
  const model = modelSettingsOf(env);
  return {
    mode: env.NODE_ENV,
    http: {
      port: env.PORT,
      host: env.HOST,
      baseUrl: env.BASE_URL ?? null,
      trustedOrigins: env.TRUSTED_ORIGINS,
      trustedProxies: env.TRUSTED_PROXIES,
      localOnly: isLocalOnly(env),
    },
    dataDir: resolve(cwd, env.DATA_DIR),
    database: { url: env.DATABASE_URL ?? null, poolSize: env.DATABASE_POOL_SIZE },
    model,
    localModels: isLocalOnly(env) ? { ollama: env.OLLAMA_PORT || null, lmStudio: env.LM_STUDIO_PORT || null } : null,
    modelLimits: {
      costLimitUsd: costLimitOf('MODEL_COST_LIMIT', env.MODEL_COST_LIMIT, model),
      dailyLimitUsd: costLimitOf('MODEL_DAILY_COST_LIMIT', env.MODEL_DAILY_COST_LIMIT, model),
      answersAtOnce: env.MODEL_ANSWERS_AT_ONCE,
      ownKeyCallsPerDay: env.OWN_KEY_CALLS_PER_DAY,
      timeZone: env.TIME_ZONE,
      questionsPerHour: env.MODEL_QUESTIONS_PER_HOUR === 0 ? null : env.MODEL_QUESTIONS_PER_HOUR,
    },
    licenses: {
      publicKeys: env.LICENSE_PUBLIC_KEYS,
      privateKeyFile: env.LICENSE_PRIVATE_KEY_FILE ?? null,
      lemonSqueezy: lemonSqueezyOf(env),
    },
    time: timeOf(env),
    limits: {
      accountsPerHour: env.ACCOUNTS_PER_HOUR,
      accountsPerDay: env.ACCOUNTS_PER_DAY,
      submissionsPerHour: env.SUBMISSIONS_PER_HOUR,
      guestNotesAtOnce: env.GUEST_NOTES_AT_ONCE,
      addressSubmissionsPerHour: env.SUBMISSIONS_PER_ADDRESS,
      libraryQuestionsPerHour: { guest: env.GUEST_ASKS_PER_HOUR, account: env.ASKS_PER_HOUR },
      outputsPerDay: env.OUTPUTS_PER_DAY,
    },
    generation: { images: serviceOf(env, 'IMAGE', openAiBaseUrl), music: serviceOf(env, 'MUSIC', miniMaxBaseUrl) },
    log: { level: env.LOG_LEVEL, format: env.LOG_FORMAT },
    speech: {
      remote: speechOf(env),
      parallel: env.SPEECH_PARALLEL,
      modelMirrors: env.SPEECH_MODEL_MIRRORS,
      fetchOnUse: env.SPEECH_MODEL_FETCH === 'first-use',
      manifest: env.SPEECH_MODEL_MANIFEST === undefined ? null : resolve(cwd, env.SPEECH_MODEL_MANIFEST),
      managedByAnyone: env.SPEECH_MODELS_MANAGED === undefined ? isLocalOnly(env) : env.SPEECH_MODELS_MANAGED === 'anyone',
    },
    sources: {
      ytDlpPath: env.YTDLP_PATH ?? null,
      searchPath: environment.PATH ?? '',
      youtubeClients: env.YOUTUBE_CLIENTS,
      chromium: env.RENDER_PAGES ? { path: env.CHROMIUM_PATH ?? null } : null,
      shortVideoMs: env.SHORT_VIDEO_MINUTES * 60_000,
      siteGapFactor: env.SITE_PACE,
    },
    replayFrom: env.GLEANER_REPLAY ?? null,
    fetchAllow: env.GLEANER_FETCH_ALLOW,
    uploads: {
      maxBytes: env.MAX_UPLOAD_BYTES,
      expiryMs: env.UPLOAD_EXPIRY_HOURS * 3_600_000,
      quotaBytes: env.USER_QUOTA_BYTES === 0 ? null : (env.USER_QUOTA_BYTES ?? quotaInUploads * env.MAX_UPLOAD_BYTES),
    },
    diskFloorBytes: env.DISK_FLOOR_BYTES,
    worker: { concurrency: env.WORKER_CONCURRENCY },
    taskProcesses: env.TASK_PROCESSES ?? null,
    shutdownMs: env.SHUTDOWN_SECONDS * 1000,
    auth: { secret: env.AUTH_SECRET ?? null },
    accounts: accountsOf(env, isLocalOnly(env)),
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM ?? mailFromOf(env) },
    secretsKeyFile: env.SECRETS_KEY_FILE === undefined ? null : resolve(cwd, env.SECRETS_KEY_FILE),
    deletionGraceMs: env.ACCOUNT_DELETION_HOURS * 3_600_000,
    defaultLanguage: env.DEFAULT_LANGUAGE,
  };
}

function lemonSqueezyOf(env: EnvironmentValues): LemonSqueezySettings | null {
  if (env.LEMON_SQUEEZY_STORE === undefined) return null;
  const products = env.LEMON_SQUEEZY_PRODUCTS.map((pair) => pair.split('='));
  return {
    storeId: env.LEMON_SQUEEZY_STORE,
    testMode: env.LEMON_SQUEEZY_TEST,
    products: Object.fromEntries(products.map(([product = '', minutes]) => [product, 60 * Number(minutes)])),
  };
}

/** Time is limited only when one of these two variables is set. */
function timeOf(env: EnvironmentValues): Config['time'] {
  const { TIME_STARTING_MINUTES: starting, TIME_MONTHLY_MINUTES: monthly } = env;
  if (starting === undefined && monthly === undefined) return null;
  return {
    startingSeconds: starting ?? 0,
    monthlySeconds: monthly ?? 0,
    referralSeconds: env.TIME_REFERRAL_MINUTES,
    referralMost: env.TIME_REFERRAL_MOST,
    grantDays: env.TIME_GRANT_DAYS ?? null,
  };
}

/** A proxy or a public name means that others reach the server even if it listens on this machine only. */
function isLocalOnly(env: EnvironmentValues): boolean {
  const names = [env.BASE_URL, ...env.TRUSTED_ORIGINS].flatMap((origin) => (origin ? [new URL(origin).hostname] : []));
  return env.TRUSTED_PROXIES.length === 0 && [env.HOST, ...names].every(isLoopbackName);
}

function isLoopbackName(name: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1');
  return bare === 'localhost' || bare.endsWith('.localhost') || parseAddress(bare)?.range() === 'loopback';
}

function speechOf(env: EnvironmentValues): Config['speech']['remote'] {
  if (!env.SPEECH_BASE_URL && !env.SPEECH_API_KEY) return null;
  if (!env.SPEECH_MODEL) {
    throw new AppError('config_invalid', {
      params: { variable: 'SPEECH_MODEL' },
      detail: 'SPEECH_MODEL: name the model to use when SPEECH_API_KEY or SPEECH_BASE_URL is set',
    });
  }
  return { baseUrl: env.SPEECH_BASE_URL ?? openAiBaseUrl, apiKey: env.SPEECH_API_KEY ?? null, model: env.SPEECH_MODEL };
}

function serviceOf(env: EnvironmentValues, what: 'IMAGE' | 'MUSIC', usualBaseUrl: string): GenerationSettings | null {
  const [baseUrl, apiKey, model] = [env[`${what}_BASE_URL`], env[`${what}_API_KEY`], env[`${what}_MODEL`]];
  if (!baseUrl && !apiKey) return null;
  if (!model) {
    const variable = `${what}_MODEL`;
    throw new AppError('config_invalid', { params: { variable }, detail: `${variable}: name the model to use` });
  }
  return { baseUrl: baseUrl ?? usualBaseUrl, apiKey: apiKey ?? null, model, priceUsd: env[`${what}_PRICE`] ?? null };
}

/** Values that the logger removes from every line. */
export function secretsOf(config: Config): string[] {
  const password = config.database.url ? decodeURIComponent(new URL(config.database.url).password) : '';
  return [
    ...splitKeys(config.model?.apiKey),
    config.speech.remote?.apiKey ?? '',
    config.generation.images?.apiKey ?? '',
    config.generation.music?.apiKey ?? '',
    config.auth.secret ?? '',
    password,
    ...secretsOfAccounts(config),
  ].filter((secret) => secret.length >= 6);
}

export function redactConfig(config: Config): unknown {
  const hidden = '[redacted]';
  const hiddenKey = (one: GenerationSettings | null) => one && { ...one, apiKey: one.apiKey ? hidden : null };
  let databaseUrl: string | null = null;
  if (config.database.url) {
    const url = new URL(config.database.url);
    if (url.password) url.password = 'redacted';
    databaseUrl = url.toString();
  }
  return {
    ...config,
    database: { ...config.database, url: databaseUrl },
    model: config.model && { ...config.model, apiKey: config.model.apiKey ? hidden : null },
    speech: {
      ...config.speech,
      remote: config.speech.remote && { ...config.speech.remote, apiKey: config.speech.remote.apiKey ? hidden : null },
    },
    generation: { images: hiddenKey(config.generation.images), music: hiddenKey(config.generation.music) },
    auth: { secret: config.auth.secret ? hidden : null },
    accounts: { ...config.accounts, providers: config.accounts.providers.map(({ id }) => id) },
    mail: { ...config.mail, smtpUrl: config.mail.smtpUrl ? hidden : null },
  };
}
