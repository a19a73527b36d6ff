import type { Context, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const ownHeaders = secureHeaders({
  // Stored files and exports set stricter headers of their own.
  overwrite: false,
  // The page loads nothing from other origins except frames and the remote media of content records.
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ["'self'", 'blob:', 'https:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    workerSrc: ["'self'"],
    manifestSrc: ["'self'"],
    frameSrc: ['https:'],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
  },
  permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [], browsingTopics: [] },
  // A server at home has no certificate, and another service under the same host name may need plain HTTP.
  strictTransportSecurity: false,
  // `frame-ancestors` replaces this header; its `SAMEORIGIN` would contradict it.
  xFrameOptions: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

export function securityHeaders(): MiddlewareHandler {
  return async (c, next) => {
    await ownHeaders(c, next);
    // Cross-origin reads are never allowed, even when a library sets these headers.
    for (const name of [...c.res.headers.keys()]) if (name.startsWith('access-control-')) c.res.headers.delete(name);
  };
}

/** Protects against DNS rebinding: an attacker's name cannot be an IP address, a name without a dot, `localhost` or `.local`. */
export function isKnownHost(host: string | undefined, configured: readonly string[]): boolean {
  if (!host) return false;
  let name: string;
  try {
    const url = new URL(`http://${host}`);
    if (configured.some((origin) => new URL(origin).host === host)) return true;
    name = url.hostname;
  } catch {
    return false;
  }
  if (name.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(name)) return true;
  return !name.includes('.') || name.endsWith('.localhost') || name.endsWith('.local');
}

export function isSameOrigin(c: Context, configured: readonly string[]): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = c.req.header('origin');
  if (origin === undefined) return true;
  if (configured.includes(origin)) return true;
  const host = c.req.header('host');
  return origin === `http://${host}` || origin === `https://${host}`;
}

export function requireKnownHost(configured: readonly string[]): MiddlewareHandler {
  return async (c, next) => {
    if (isKnownHost(c.req.header('host'), configured)) return next();
    return c.text('This server doesn’t know this host name. Set BASE_URL or TRUSTED_ORIGINS to the address you use.\n', 421);
  };
}

/**
 * Another site cannot set our header without a preflight. `Origin` proves nothing: a foreign page's GET may lack it. EventSource
 * cannot set headers, so subscriptions, which only read, are exempt.
 */
export function requireOwnPage(configured: readonly string[], isSubscription: (path: string) => boolean): MiddlewareHandler {
  return async (c, next) => {
    const isStream = c.req.method === 'GET' && isSubscription(new URL(c.req.url).pathname);
    const named = c.req.header('x-gleaner') === '1' || isStream;
    if (named && isSameOrigin(c, configured)) return next();
    return c.json({ error: { message: 'bad_request', data: { app: { code: 'bad_request', params: {} } } } }, 403);
  };
}
