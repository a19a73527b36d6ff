import type { Context, MiddlewareHandler } from 'hono';

const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
];

/** Also a proxy that adds no headers: nginx speaks HTTP/1.0 to the server by default, which no browser does. */
function isProxied(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as { incoming?: { httpVersion?: string } };
  return incoming?.httpVersion === '1.0' || proxyHeaders.some((name) => c.req.header(name) !== undefined);
}

/** For a server without sign-in that only this machine should reach: through a proxy, everybody would be the owner. */
export function refuseProxied(): MiddlewareHandler {
  return async (c, next) => {
    if (!isProxied(c)) return next();
    return c.text(
      'This server is for one person on this machine, but the request came through a proxy. Set BASE_URL and ACCOUNTS=open or invite, or SINGLE_BEYOND_LOOPBACK=true and BASE_URL where something else keeps strangers away.\n',
      421,
    );
  };
}
