import { afterEach, expect, test, vi } from 'vitest';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { favicon as faviconFor } from './favicons.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4]);

const free = async () => undefined;
const favicon = (services: Services, hostname: string, takeTurn: () => Promise<void> = free) =>
  faviconFor(services, hostname, takeTurn);

/** Gives these answers by address; every other address is not found. */
function internet(answers: Record<string, Uint8Array | AppError>) {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    const answer = answers[url];
    if (answer instanceof AppError) throw answer;
    return { status: answer ? 200 : 404, bytes: async () => answer, cancel: async () => undefined };
  };
  return { asked, services: { db: {}, fetch } as unknown as Services };
}

afterEach(() => void vi.useRealTimers());

test('API-01 the picture of a site is asked for once, by all who want it, and again after a day', async () => {
  vi.useFakeTimers();
  const { asked, services } = internet({ 'https://a.example/favicon.ico': png });
  const icon = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  expect(await Promise.all([favicon(services, 'a.example'), favicon(services, 'a.example')])).toEqual([icon, icon]);
  vi.advanceTimersByTime(23 * 3_600_000);
  expect(await favicon(services, 'a.example')).toBe(icon);
  expect(asked).toEqual(['https://a.example/favicon.ico']);
  vi.advanceTimersByTime(2 * 3_600_000);
  await favicon(services, 'a.example');
  expect(asked).toHaveLength(2);
});

test('API-01 a site without a picture, or that is away, has the default one, and so has what is no name', async () => {
  const page = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const { asked, services } = internet({
    'https://b.example/favicon.ico': page,
    'https://b.example/apple-touch-icon.png': new AppError('url_blocked'),
    'https://c.example/apple-touch-icon.png': png,
    'https://busy.example/favicon.ico': new AppError('busy'),
  });
  expect(await favicon(services, 'b.example')).toBeNull();
  expect(await favicon(services, 'c.example')).toMatch(/^data:image\/png/);
  for (const none of ['127.0.0.1', 'localhost', 'b.example:8080', 'me@b.example', 'b.example/x?y=', '[::1]', ''])
    expect(await favicon(services, none)).toBeNull();
  await favicon(services, 'b.example');
  expect(asked).toHaveLength(4);
  // A server that is too busy says nothing about the site.
  await favicon(services, 'busy.example');
  await favicon(services, 'busy.example');
  expect(asked).toHaveLength(8);
});

test('API-01 no more than some hundred pictures are kept', async () => {
  const { asked, services } = internet({});
  for (let n = 0; n <= 256; n++) await favicon(services, `n${n}.example`);
  const before = asked.length;
  await favicon(services, 'n256.example');
  expect(asked).toHaveLength(before);
  await favicon(services, 'n0.example');
  expect(asked).toHaveLength(before + 2);
});

test('API-01 who has asked for too many pictures gets those that are known, and keeps nobody else from asking', async () => {
  const { asked, services } = internet({ 'https://d.example/favicon.ico': png });
  const refuse = () => Promise.reject(new AppError('rate_limited'));
  const both = await Promise.allSettled([favicon(services, 'd.example', refuse), favicon(services, 'd.example')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await favicon(services, 'd.example', refuse)).toMatch(/^data:image\/png/);
  await expect(favicon(services, 'e.example', refuse)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(asked).toEqual(['https://d.example/favicon.ico']);
});

test('API-01 a picture is asked for within limits, and a site without one again after an hour', async () => {
  vi.useFakeTimers();
  const ico = new Uint8Array([0, 0, 1, 0, ...Array.from({ length: 19 }, () => 0)]);
  const asked: [url: string, options: object][] = [];
  const cancelled: string[] = [];
  let status = 404;
  const fetch = async (url: string, options: { signal: AbortSignal }) => {
    const { signal, ...rest } = options;
    expect(signal.aborted).toBe(false);
    asked.push([url, rest]);
    return { status, bytes: async () => ico, cancel: async () => cancelled.push(url) };
  };
  const services = { db: {}, fetch } as unknown as Services;
  const options = { maxBytes: 65_536, timeoutMs: 6000, headers: { accept: 'image/x-icon,image/png,image/*;q=0.8' } };
  expect(await favicon(services, 'f.example')).toBeNull();
  expect(asked).toEqual([
    ['https://f.example/favicon.ico', options],
    ['https://f.example/apple-touch-icon.png', options],
  ]);
  expect(cancelled).toEqual(asked.map(([url]) => url));
  status = 200;
  vi.advanceTimersByTime(3_600_000 - 1);
  expect(await favicon(services, 'f.example')).toBeNull();
  vi.advanceTimersByTime(1);
  expect(await favicon(services, 'f.example')).toBe(`data:image/x-icon;base64,${Buffer.from(ico).toString('base64')}`);
  // Kept for a day from then on.
  vi.advanceTimersByTime(24 * 3_600_000 - 1);
  await favicon(services, 'f.example');
  expect(asked).toHaveLength(3);
  vi.advanceTimersByTime(1);
  await favicon(services, 'f.example');
  expect(asked).toHaveLength(4);
  vi.useRealTimers();
  const broken = { db: {}, fetch: async () => Promise.reject(new TypeError('broken')) } as unknown as Services;
  await expect(favicon(broken, 'g.example')).rejects.toThrow('broken');
  await expect(favicon(broken, 'g.example')).rejects.toThrow('broken');
});

test('API-01 the picture that was asked for again is the last to be dropped', async () => {
  vi.useFakeTimers();
  const { asked, services } = internet({});
  for (let n = 0; n < 256; n++) await favicon(services, `m${n}.example`);
  vi.advanceTimersByTime(3_600_000);
  await favicon(services, 'm0.example');
  await favicon(services, 'new.example');
  const before = asked.length;
  await favicon(services, 'm0.example');
  expect(asked).toHaveLength(before);
});
