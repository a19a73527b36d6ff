import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { retryAfterMs } from '#lib/retry-after.ts';
import type { EnginePorts, FetchResponse, GuardedFetch } from '../../ports.ts';
import { encodeQuery, signingKey, signQuery } from './wbi.ts';

export type ApiContext = { ports: Pick<EnginePorts, 'clock' | 'compute' | 'fetch'>; signal: AbortSignal };

const origin = 'https://api.bilibili.com';

/** The site refuses requests without these headers. */
export const siteHeaders: Readonly<Record<string, string>> = {
  referer: 'https://www.bilibili.com/',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
};

const maxAnswerBytes = 8_000_000;
const keyLifeMs = 55 * 60_000;

/** A blocked address is allowed again after minutes, one that sent too many requests sooner. */
const blockedWaitMs = 15 * 60_000;
const tooFastWaitMs = 2 * 60_000;
const longestWaitMs = 60 * 60_000;

const blockedCodes = new Set([-352, -401, -412, 412, -1200]);
const tooFastCodes = new Set([-509, -799, 429, 22_015]);

const zAnswer = z.looseObject({ code: z.number(), data: z.unknown().optional(), result: z.unknown().optional() });
const zVoucher = z.looseObject({ v_voucher: z.string() });

const commonCodes: Readonly<Record<number, () => AppError>> = {
  [-400]: () => new AppError('video_unavailable'),
  [-403]: () => new AppError('video_private'),
  [-404]: () => new AppError('video_unavailable'),
  [-10403]: () => new AppError('video_region_blocked'),
  10003003: () => new AppError('video_region_blocked'),
  6002003: () => new AppError('video_region_blocked'),
  87007: () => new AppError('video_members_only'),
  87008: () => new AppError('video_members_only'),
  6002105: () => new AppError('video_members_only'),
  62002: () => new AppError('video_unavailable'),
  62004: () => new AppError('video_unavailable'),
  62012: () => new AppError('video_private'),
};

export type ApiRequest = {
  path: string;
  query: Readonly<Record<string, string | number>>;
  signed?: boolean;
  /** Login cookie; sent only to this host. */
  session?: string | null;
  /** Codes that have another meaning for this request. */
  codes?: Readonly<Record<number, () => AppError>>;
};

/** Errors: `site_wait` with `retry.afterMs`, `site_changed`, `video_*`, `credential_invalid`, those of the guarded fetch. */
export async function askApi<T>(request: ApiRequest, shape: z.ZodType<T>, context: ApiContext): Promise<T> {
  const first = await ask(request, context, false);
  // The code is the same for an outdated key and for a forbidden video; a second request with a fresh key tells which it is.
  const answer = first.code === -403 && request.signed ? await ask(request, context, true) : first;
  if (answer.code !== 0) throw refusal(answer.code, request);
  const data = answer.data ?? answer.result;
  if (zVoucher.safeParse(data).success) throw waitFor(blockedWaitMs);
  const read = shape.safeParse(data);
  if (!read.success)
    throw new AppError('site_changed', { detail: `${request.path}: ${read.error.issues[0]?.path.join('.') ?? ''}` });
  return read.data;
}

async function ask(request: ApiRequest, context: ApiContext, freshKey: boolean): Promise<z.infer<typeof zAnswer>> {
  const query = request.signed ? await sign(request.query, context, freshKey) : encodeQuery(request.query);
  const cookie: Record<string, string> = request.session ? { cookie: `SESSDATA=${request.session}` } : {};
  const response = await context.ports.fetch(`${origin}${request.path}?${query}`, {
    signal: context.signal,
    maxBytes: maxAnswerBytes,
    headers: { ...siteHeaders, accept: 'application/json', ...cookie },
  });
  return readAnswer(response, context);
}

async function readAnswer(response: FetchResponse, context: ApiContext): Promise<z.infer<typeof zAnswer>> {
  const wait = waitOfStatus(response, context);
  if (wait) {
    await response.cancel();
    throw wait;
  }
  const bytes = await response.bytes();
  const answer = zAnswer.safeParse(parseJson(new TextDecoder().decode(bytes)));
  if (answer.success) return answer.data;
  if (response.status >= 500) throw new AppError('fetch_status', { params: { status: response.status }, retry: {} });
  if (response.status >= 400) throw new AppError('fetch_status', { params: { status: response.status } });
  throw new AppError('site_changed', { detail: 'an answer that is not JSON' });
}

function waitOfStatus({ status, headers }: FetchResponse, { ports }: ApiContext): AppError | null {
  if (status !== 412 && status !== 429 && status !== 509) return null;
  const asked = retryAfterMs(headers.get('retry-after'), ports.clock.now());
  return waitFor(asked ?? (status === 412 ? blockedWaitMs : tooFastWaitMs));
}

function refusal(code: number, request: ApiRequest): AppError {
  if (blockedCodes.has(code)) return waitFor(blockedWaitMs);
  if (tooFastCodes.has(code)) return waitFor(tooFastWaitMs);
  if (code === -101) return new AppError(request.session ? 'credential_invalid' : 'site_login_needed');
  const known = request.codes?.[code] ?? commonCodes[code];
  if (known) return known();
  return code <= -500 && code > -600
    ? new AppError('fetch_status', { params: { status: -code }, retry: {} })
    : new AppError('site_changed', { detail: `${request.path}: code ${code}` });
}

function waitFor(ms: number): AppError {
  const afterMs = Math.min(Math.max(1000, ms), longestWaitMs);
  return new AppError('site_wait', { params: { site: 'Bilibili', minutes: Math.ceil(afterMs / 60_000) }, retry: { afterMs } });
}

type KeptKey = { key: string; at: number };
/** One per process: the key is the same for all users and changes once a day. */
const keptKeys = new WeakMap<GuardedFetch, KeptKey>();

const zNav = z.looseObject({ data: z.looseObject({ wbi_img: z.looseObject({ img_url: z.string(), sub_url: z.string() }) }) });

async function sign(query: ApiRequest['query'], context: ApiContext, fresh: boolean): Promise<string> {
  const now = context.ports.clock.now();
  const kept = keptKeys.get(context.ports.fetch);
  const usable = kept && !fresh && now >= kept.at && now - kept.at < keyLifeMs ? kept.key : null;
  const key = usable ?? (await fetchKey(context));
  if (usable === null) keptKeys.set(context.ports.fetch, { key, at: now });
  return signQuery(query, key, Math.floor(now / 1000));
}

/** Without a session the answer's code is -101, but it contains the key. */
async function fetchKey(context: ApiContext): Promise<string> {
  const response = await context.ports.fetch(`${origin}/x/web-interface/nav`, {
    signal: context.signal,
    maxBytes: 1_000_000,
    headers: { ...siteHeaders, accept: 'application/json' },
  });
  const answer = await readAnswer(response, context);
  if (blockedCodes.has(answer.code) || tooFastCodes.has(answer.code)) throw refusal(answer.code, { path: 'nav', query: {} });
  const nav = zNav.safeParse(answer);
  const key = nav.success ? signingKey(nav.data.data.wbi_img.img_url, nav.data.data.wbi_img.sub_url) : null;
  if (key === null) throw new AppError('site_changed', { detail: 'no signing key' });
  return key;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Accepts also `//host/path` and `http:` addresses. */
export function siteUrl(text: string | null | undefined): string | null {
  const full = (text ?? '').trim().replace(/^(?:http:)?\/\//i, 'https://');
  return full !== '' && URL.canParse(full) ? full : null;
}
