/** How large a call's input may be. Calls are read before anyone knows whose they are. */
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { callOfOpml, callsOfChosen } from '#lib/input-limits.ts';

const longestCallBytes = 1024 ** 2;
/** `mostChosen` ids, and the rest. */
const longestChoiceBytes = 4 * 1024 ** 2;
/** 4 MB of OPML with its quotes escaped. */
const longestOpmlBytes = 6 * 1024 ** 2;

/** A GET has no body here; the limit would make the whole request again only to look for one. */
export function limitCallBody(callsPath: string): MiddlewareHandler {
  const limited = bodyLimit({ maxSize: longestCallBytes, onError: refuseLargeCall });
  const limitedChoice = bodyLimit({ maxSize: longestChoiceBytes, onError: refuseLargeCall });
  const limitedOpml = bodyLimit({ maxSize: longestOpmlBytes, onError: refuseLargeCall });
  return (c, next) => {
    if (c.req.method === 'GET') return next();
    // A batch names its calls one after the other.
    const names = c.req.path.slice(callsPath.length + 1).split(',');
    if (names.includes(callOfOpml)) return limitedOpml(c, next);
    return (names.some((name) => callsOfChosen.includes(name)) ? limitedChoice : limited)(c, next);
  };
}

function refuseLargeCall(c: Context): Response {
  return c.json({ error: { message: 'file_too_large', data: { app: { code: 'file_too_large', params: {} } } } }, 413);
}
