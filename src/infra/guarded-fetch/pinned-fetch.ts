import { Agent, type RequestInit, fetch as undiciFetch } from 'undici';
import { AppError } from '#lib/app-error.ts';

/** Undici's fetch encodes its own forms only, not those of the platform. */
export { FormData } from 'undici';

/** Shaped like the platform's `fetch`. Refuses other origins and redirects, so that a key never leaves the provider. */
export function createPinnedFetch(baseUrl: string): typeof globalThis.fetch {
  const { origin } = new URL(baseUrl);
  // An explicit agent ignores proxy variables. Long answers have pauses; the caller bounds them.
  const dispatcher = new Agent({ connect: { timeout: 10_000 }, headersTimeout: 0, bodyTimeout: 0 });
  const pinned = async (input: string | URL | Request, init?: globalThis.RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) throw new AppError('url_blocked', { detail: `provider request to ${url.origin}` });
    const response = await undiciFetch(url, { ...(init as RequestInit | undefined), dispatcher, redirect: 'error' });
    return response as unknown as Response;
  };
  return pinned;
}
