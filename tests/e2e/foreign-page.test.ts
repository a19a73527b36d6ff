/** A page of another site, in a real browser that holds a guest's cookies, over plain HTTP: it may start no work at our server. */
import { expect, test } from '../harness/browser/e2e.ts';
import { appUrl } from '../harness/browser/e2e-ports.ts';

test('a foreign page starts no work, whatever way it asks', async ({ page, site }) => {
  await page.goto(`${appUrl}/healthz`);
  const call = async (path: string, body: string): Promise<string> =>
    page.evaluate(
      async ([url, sent]) => {
        const headers = { 'x-gleaner': '1', 'content-type': 'application/json' };
        return await (await fetch(url ?? '', { method: 'POST', headers, body: sent ?? '' })).text();
      },
      [path, body],
    );
  expect(await call('/api/trpc/account.ensure?batch=1', '{}')).toContain('"isAnonymous":true');

  site.on('/foreign', { body: '<!doctype html><title>foreign</title>' });
  site.on('/wanted', { body: '<!doctype html><title>wanted</title><p>words</p>' });
  await page.goto(`${site.url}/foreign`);
  const target = `${appUrl}/api/trpc/video.summary?input=${encodeURIComponent(JSON.stringify({ url: `${site.url}/wanted`, waitMs: 0 }))}`;
  // Of answers that the browser keeps from the page there is no event.
  let asked = 0;
  page.on('request', (request) => {
    if (request.url() === target && request.method() === 'GET') asked++;
  });
  await page.evaluate(async (url) => {
    const settled = (work: (done: () => void) => void) => new Promise<void>((resolve) => work(resolve));
    await fetch(url, { mode: 'no-cors', credentials: 'include', headers: { accept: 'text/event-stream' } }).catch(
      () => undefined,
    );
    await fetch(url, { credentials: 'include', headers: { 'x-gleaner': '1' } }).catch(() => undefined);
    await settled((done) => {
      const source = new EventSource(url, { withCredentials: true });
      source.onerror = () => {
        source.close();
        done();
      };
    });
    await settled((done) => {
      const image = new Image();
      image.onload = image.onerror = () => done();
      image.src = url;
    });
  }, target);
  // The foreign page also loads the address in an iframe.
  await page.evaluate(
    (url) => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.src = url;
    },
    `${appUrl}/add?url=${encodeURIComponent(`${site.url}/wanted`)}`,
  );
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
  // The page itself led there, which sends the cookies too.
  expect((await page.goto(target))?.status()).toBe(403);
  expect(asked).toBeGreaterThanOrEqual(4);
  // By a form, which takes the whole page along.
  await page.goto(`${site.url}/foreign`);
  const sent = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.evaluate((url) => {
    const form = document.body.appendChild(document.createElement('form'));
    Object.assign(form, { method: 'post', action: url, enctype: 'text/plain' });
    form.submit();
  }, `${appUrl}/api/trpc/ingest.submit`);
  expect((await sent).status()).toBe(403);
  await page.waitForURL(/ingest\.submit/);

  await page.goto(`${appUrl}/healthz`);
  expect(await call('/api/trpc/user.videos?batch=1', '{"0":{}}')).toContain('"count":0');
});
