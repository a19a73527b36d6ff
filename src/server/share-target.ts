/** What another app shares while the service worker, which reads it otherwise (`web/pwa/service-worker.js`), is not in charge. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

const longestShareBytes = 1024 ** 2;
const link = /https?:\/\/\S+/g;

/** Leads to the home page, where the links are only filled in: a request from elsewhere must change nothing. */
export function createShareRoutes(): Hono {
  const routes = new Hono();
  routes.post('/share', bodyLimit({ maxSize: longestShareBytes }), async (c) => {
    const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
    const texts = ['url', 'text', 'title'].map((name) => (typeof form[name] === 'string' ? form[name].trim() : ''));
    return c.redirect(`/?url=${encodeURIComponent(sharedOf(texts))}`, 303);
  });
  return routes;
}

/** The link, a whole text with several, or else the first text. */
function sharedOf(texts: readonly string[]): string {
  const linksOf = (text: string) => text.match(link) ?? [];
  return texts.find((text) => linksOf(text).length > 1) ?? texts.flatMap(linksOf)[0] ?? texts.find((text) => text !== '') ?? '';
}
