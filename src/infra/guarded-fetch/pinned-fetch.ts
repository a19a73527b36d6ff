import { Agent, type RequestInit, fetch as undiciFetch } from 'undici';
import { AppError } from '#lib/app-error.ts';
import { createConnector, dialDirectly, resolveBySystem } from './connector.ts';
import { parseAllowList } from './url-rules.ts';

/** Undici's fetch accepts only its own FormData, not the platform's. */
export { FormData } from 'undici';

/**
 * A `fetch` for one origin. Refuses other origins and redirects, so that a key is sent to its provider only.
 * `reach`: private addresses that may be called; by default all, for a `baseUrl` that the administrator configured.
 */
export function createPinnedFetch(baseUrl: string, reach?: readonly string[]): typeof globalThis.fetch {
  const { origin } = new URL(baseUrl);
  const connect =
    reach === undefined ? { timeout: 10_000 } : createConnector(parseAllowList(reach), resolveBySystem, dialDirectly);
  // An explicit agent ignores proxy variables. No timeouts, since long responses have pauses; the caller limits them.
  const dispatcher = new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 });
  const pinned = async (input: string | URL | Request, init?: globalThis.RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin) throw new AppError('url_blocked', { detail: `provider request to ${url.origin}` });
    const response = await undiciFetch(url, { ...(init as RequestInit | undefined), dispatcher, redirect: 'error' });
    return response as unknown as Response;
  };
  return pinned;
}
