/** A fetch for a provider the operator configured: it reaches that one origin, which may be on this machine, and nothing else. */
import { Agent, type RequestInit, fetch as undiciFetch } from 'undici';
import { AppError } from '#lib/app-error.ts';

/**
 * The returned function has the shape of the platform's `fetch`, for libraries that take one. Another origin is
 * refused with AppError `url_blocked`; redirects are refused too, so that a key never travels on.
 */
export function createPinnedFetch(baseUrl: string): typeof globalThis.fetch {
  const { origin } = new URL(baseUrl);
  // An explicit agent: proxy variables of the environment don't apply. Long answers have pauses; the caller bounds them.
  const dispatcher = new Agent({ connect: { timeout: 10_000 }, headersTimeout: 0, bodyTimeout: 0 });
  const pinned = async (input: string | URL | Request, init?: globalThis.RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) throw new AppError('url_blocked', { detail: `provider request to ${url.origin}` });
    const response = await undiciFetch(url, { ...(init as RequestInit | undefined), dispatcher, redirect: 'error' });
    return response as unknown as Response;
  };
  return pinned;
}
