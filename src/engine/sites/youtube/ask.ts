import { AppError } from '#lib/app-error.ts';
import { retryAfterMs } from '#lib/retry-after.ts';
import type { EnginePorts, FetchResponse } from '../../ports.ts';
import { decodeText } from '../../text/charset.ts';
import type { YoutubeClient } from './clients.ts';

export type Asking = { ports: Pick<EnginePorts, 'clock' | 'compute' | 'fetch'>; signal: AbortSignal };

const origin = 'https://www.youtube.com';
const maxPageBytes = 12_000_000;
const maxAnswerBytes = 12_000_000;
const maxCaptionBytes = 20_000_000;
const timeoutMs = 20_000;

/** A blocked address is allowed again after minutes. Longer waits would fail the job, which allows at most 20 minutes. */
const waitMs = 5 * 60_000;
const longestWaitMs = 15 * 60_000;

/** Skips the consent page; does not identify anyone. */
const consentCookie = 'SOCS=CAI';

/** Errors: `site_wait` with `retry.afterMs`, `site_bot_check`, `fetch_status`, those of the guarded fetch. */
export async function askPage(path: string, client: YoutubeClient, asking: Asking): Promise<{ html: string; url: string }> {
  const response = await asking.ports.fetch(`${origin}${path}`, {
    signal: asking.signal,
    timeoutMs,
    maxBytes: maxPageBytes,
    headers: {
      accept: 'text/html',
      'accept-language': 'en',
      'user-agent': client.userAgent,
      cookie: consentCookie,
    },
  });
  await refuse(response, asking);
  const bytes = await response.bytes();
  return { html: decodeText(bytes, { contentType: response.headers.get('content-type') }).text, url: response.url };
}

/** Errors: `site_wait` with `retry.afterMs`, `site_bot_check`, `site_changed`, `fetch_status`, those of the guarded fetch. */
export async function askEndpoint(
  endpoint: 'player' | 'browse' | 'next',
  body: Readonly<Record<string, unknown>>,
  { client, visitorData }: { client: YoutubeClient; visitorData: string | null },
  asking: Asking,
): Promise<unknown> {
  const visitor = visitorData === null ? {} : { visitorData };
  const context = {
    client: {
      clientName: client.name,
      clientVersion: client.version,
      userAgent: client.userAgent,
      ...client.device,
      ...visitor,
      // Refusals differ only in their text, so it is always requested in the same language.
      hl: 'en',
      timeZone: 'UTC',
      utcOffsetMinutes: 0,
    },
  };
  const response = await asking.ports.fetch(`${origin}/youtubei/v1/${endpoint}?prettyPrint=false`, {
    method: 'POST',
    body: JSON.stringify({ context, ...body }),
    signal: asking.signal,
    timeoutMs,
    maxBytes: maxAnswerBytes,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      origin,
      'user-agent': client.userAgent,
      'x-youtube-client-name': String(client.number),
      'x-youtube-client-version': client.version,
      ...(visitorData === null ? {} : { 'x-goog-visitor-id': visitorData }),
    },
  });
  await refuse(response, asking);
  const bytes = await response.bytes();
  try {
    return JSON.parse(decodeText(bytes, {}).text) as unknown;
  } catch (error) {
    throw new AppError('site_changed', { cause: error, detail: `youtube ${endpoint}: no JSON` });
  }
}

export function askPlayer(videoId: string, client: YoutubeClient, visitorData: string | null, asking: Asking): Promise<unknown> {
  const body = {
    videoId,
    playbackContext: { contentPlaybackContext: { html5Preference: 'HTML5_PREF_WANTS' } },
    contentCheckOk: true,
    racyCheckOk: true,
  };
  return askEndpoint('player', body, { client, visitorData }, asking);
}

/** Never a machine translation; may be empty. Errors: those of `askPage`. */
export async function askCaptions(address: string, client: YoutubeClient, asking: Asking): Promise<Uint8Array> {
  const url = new URL(address);
  url.searchParams.delete('tlang');
  url.searchParams.set('fmt', 'json3');
  const response = await asking.ports.fetch(url.href, {
    signal: asking.signal,
    timeoutMs,
    maxBytes: maxCaptionBytes,
    headers: { accept: 'application/json,*/*', 'user-agent': client.userAgent },
  });
  await refuse(response, asking);
  return response.bytes();
}

async function refuse(response: FetchResponse, { ports }: Asking): Promise<void> {
  const { status, url } = response;
  const sentToRiddle = /^https:\/\/(?:www\.)?google\.[a-z.]{2,6}\/sorry\//.test(url);
  if (status < 400 && !sentToRiddle) return;
  await response.cancel();
  if (status === 429 || sentToRiddle) throw siteWait(retryAfterMs(response.headers.get('retry-after'), ports.clock.now()));
  throw new AppError('fetch_status', { params: { status }, ...(status >= 500 ? { retry: {} } : {}) });
}

export function siteWait(askedMs: number | null): AppError {
  return waiting('site_wait', askedMs ?? waitMs);
}

export function botCheck(): AppError {
  return waiting('site_bot_check', waitMs);
}

function waiting(code: 'site_wait' | 'site_bot_check', ms: number): AppError {
  const afterMs = Math.min(Math.max(1000, ms), longestWaitMs);
  return new AppError(code, { params: { site: 'YouTube', minutes: Math.ceil(afterMs / 60_000) }, retry: { afterMs } });
}
