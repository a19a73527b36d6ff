/** Intercepts the page's requests: the wanted ones go through the guarded fetch, all others are refused. */
import type { Page, Request, Route } from 'playwright-core';
import type { FetchResponse, GuardedFetch } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';

const trafficLimits = {
  requests: 200,
  bytes: 20_000_000,
  answerBytes: 8_000_000,
  answerTimeoutMs: 10_000,
  navigations: 4,
} as const;

/** The page's document, fetched before the navigation. `url` is the address after redirects. */
export type FirstDocument = { url: string; status: number; headers: Record<string, string>; body: Buffer };

export type Traffic = {
  pending(): number;
  failure(): AppError | null;
};

const emptyPicture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const notSent =
  /^(?:host|connection|content-length|cookie|user-agent|accept-encoding|upgrade-insecure-requests|sec-.*|proxy-.*)$/;
const notTaken =
  /^(?:content-encoding|content-length|transfer-encoding|connection|keep-alive|set-cookie|alt-svc|strict-transport-security|report-to|reporting-endpoints|nel|clear-site-data|public-key-pins|expect-ct|refresh)$/;

/** Errors: those of the guarded fetch, `fetch_status`, `page_needs_browser`. */
export async function fetchFirst(fetch: GuardedFetch, url: string, signal: AbortSignal): Promise<FirstDocument> {
  const response = await fetch(url, { signal, maxBytes: trafficLimits.answerBytes, timeoutMs: trafficLimits.answerTimeoutMs });
  if (response.status >= 400) {
    await response.cancel();
    throw new AppError('fetch_status', { params: { status: response.status } });
  }
  if (!/html/i.test(response.headers.get('content-type') ?? 'text/html')) {
    await response.cancel();
    throw new AppError('page_needs_browser', { detail: 'not a page' });
  }
  return { url: response.url, ...(await taken(response)) };
}

async function taken(response: FetchResponse): Promise<Omit<FirstDocument, 'url'>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) if (!notTaken.test(name)) headers[name] = value;
  return { status: response.status, headers, body: Buffer.from(await response.bytes()) };
}

/** Must be called before the first navigation. */
export async function routeTraffic(
  page: Page,
  first: FirstDocument,
  { fetch, signal }: { fetch: GuardedFetch; signal: AbortSignal },
): Promise<Traffic> {
  const ready = new Map([[bare(first.url), first]]);
  let pending = 0;
  let requests = 0;
  let bytes = 0;
  let navigations = 0;
  let failure: AppError | null = null;

  async function answer(route: Route): Promise<void> {
    const request = route.request();
    if (++requests > trafficLimits.requests || signal.aborted) return await route.abort();
    const instead = substitute(request);
    if (instead) return await route.fulfill(instead);
    if (request.resourceType() === 'document') return await answerDocument(route);
    if (!isWanted(request, page.url())) return await route.abort();
    const { status, headers, body } = await ask(request);
    await route.fulfill({ status, headers, body });
  }

  /** Answers navigations of the page. Frames are not loaded, since they show other sites. */
  async function answerDocument(route: Route): Promise<void> {
    const request = route.request();
    if (!isMainFrame(request, page) || request.method() !== 'GET' || ++navigations > trafficLimits.navigations)
      return await route.abort();
    const known = ready.get(bare(request.url()));
    if (known) return await route.fulfill(known);
    try {
      const found = await fetchFirst(fetch, request.url(), signal);
      bytes += found.body.length;
      if (bare(found.url) === bare(request.url())) return await route.fulfill(found);
      // The browser has to follow the redirect itself, so it gets a page that leads there.
      ready.set(bare(found.url), found);
      const script = JSON.stringify(found.url).replaceAll('<', '\\u003c');
      await route.fulfill({ contentType: 'text/html', body: `<!doctype html><script>location.replace(${script})</script>` });
    } catch (error) {
      if (error instanceof AppError) failure ??= error;
      await route.abort();
    }
  }

  async function ask(request: Request): Promise<Omit<FirstDocument, 'url'>> {
    const room = trafficLimits.bytes - bytes;
    if (room <= 0) throw new AppError('fetch_too_large');
    const sent = Object.entries(request.headers()).filter(([name]) => !notSent.test(name));
    const method = request.method() === 'POST' ? 'POST' : request.method() === 'HEAD' ? 'HEAD' : 'GET';
    const body = method === 'POST' ? request.postDataBuffer() : null;
    const response = await fetch(request.url(), {
      signal,
      method,
      headers: Object.fromEntries(sent),
      maxBytes: Math.min(trafficLimits.answerBytes, room),
      timeoutMs: trafficLimits.answerTimeoutMs,
      ...(body ? { body } : {}),
    });
    const found = await taken(response);
    bytes += found.body.length;
    return found;
  }

  await page.context().routeWebSocket(/.*/, (socket) => socket.close());
  await page.context().route('**/*', async (route) => {
    pending++;
    try {
      await answer(route);
    } catch {
      await route.abort().catch(() => {});
    } finally {
      pending--;
    }
  });
  return { pending: () => pending, failure: () => failure };
}

function bare(url: string): string {
  return url.replace(/#.*$/s, '');
}

/** Empty images and styles, so that pages that wait for them continue. */
function substitute(request: Request): { contentType: string; body: Buffer | string; headers?: Record<string, string> } | null {
  const type = request.resourceType();
  if (type === 'image') return { contentType: 'image/gif', body: emptyPicture };
  if (type === 'stylesheet') return { contentType: 'text/css', body: '', headers: { 'access-control-allow-origin': '*' } };
  return null;
}

/** Only scripts and data are loaded, and POST goes only to the page's own site. */
function isWanted(request: Request, pageUrl: string): boolean {
  const type = request.resourceType();
  if (type !== 'script' && type !== 'xhr' && type !== 'fetch') return false;
  if (request.method() === 'GET' || request.method() === 'HEAD') return true;
  return request.method() === 'POST' && type !== 'script' && siteOf(request.url()) === siteOf(pageUrl);
}

function siteOf(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : url;
  const labels = host.split('.');
  // A short second-level label belongs to the suffix, as in `example.co.uk`.
  const size = (labels.at(-2)?.length ?? 9) <= 3 && labels.length > 2 ? 3 : 2;
  return /^[\d.]+$|^\[/.test(host) ? host : labels.slice(-size).join('.');
}

function isMainFrame(request: Request, page: Page): boolean {
  try {
    return request.isNavigationRequest() && request.frame() === page.mainFrame();
  } catch {
    return false;
  }
}
