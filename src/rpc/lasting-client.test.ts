import { expect, test, vi } from 'vitest';
import { openPage } from '../../tests/harness/interface/page.tsx';
import { lastingClient, onLeaving } from './lasting-client.ts';

const contentId = 'c';

/** A server that answers when the test lets it. */
function opened() {
  openPage();
  const sent: { url: string; lasts: boolean; bytes: number; answer: () => void }[] = [];
  vi.stubGlobal('fetch', (url: string, { keepalive, body }: { keepalive?: boolean; body: string }) => {
    const answered = Promise.withResolvers<Response>();
    const answer = () => answered.resolve(Response.json({ result: { data: {} } }));
    sent.push({ url, lasts: keepalive === true, bytes: Buffer.byteLength(body), answer });
    return answered.promise;
  });
  /** Saves a note with a body of so many bytes. */
  const save = (bytes: number, letter = 'x') => {
    const around = JSON.stringify({ contentId, baseVersionId: null, note: '' }).length;
    const note = letter.repeat((bytes - around) / Buffer.byteLength(letter));
    return lastingClient.content.saveNote.mutate({ contentId, baseVersionId: null, note });
  };
  const lasting = () => sent.map(({ lasts }) => lasts);
  return { sent, save, lasting };
}

const room = 60_000;

test('a call while the page is left outlives it, as far as browsers let it', async () => {
  const { sent, save, lasting } = opened();
  const saving = [save(room), save(room + 1)];
  await vi.waitFor(() => expect(sent.length).toBe(2));
  expect(sent.map(({ url, bytes }) => [new URL(url, 'https://gleaner.test').pathname, bytes])).toEqual([
    ['/api/trpc/content.saveNote', room],
    ['/api/trpc/content.saveNote', room + 1],
  ]);
  expect(lasting()).toEqual([true, false]);
  for (const { answer } of sent) answer();
  await Promise.all(saving);
});

test('calls that are under way share the room, which counts bytes, until they are answered', async () => {
  const { sent, save, lasting } = opened();
  const first = save(40_000);
  await vi.waitFor(() => expect(sent.length).toBe(1));
  const more = [save(20_001), save(20_000)];
  await vi.waitFor(() => expect(sent.length).toBe(3));
  expect(lasting()).toEqual([true, false, true]);
  sent[0]?.answer();
  await first;
  more.push(save(40_000));
  await vi.waitFor(() => expect(sent.length).toBe(4));
  expect(lasting().at(-1)).toBe(true);
  for (const { answer } of sent) answer();
  await Promise.all(more);
  const around = JSON.stringify({ contentId, baseVersionId: null, note: '' }).length;
  const chinese = save(around + 3 * 25_000, '字');
  await vi.waitFor(() => expect(sent.length).toBe(5));
  expect(lasting().at(-1)).toBe(false);
  sent.at(-1)?.answer();
  await chinese;
});

test('a call that fails gives its room back', async () => {
  const { sent, save, lasting } = opened();
  const answering = globalThis.fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  await expect(save(room)).rejects.toThrow();
  vi.stubGlobal('fetch', answering);
  const saving = save(room);
  await vi.waitFor(() => expect(sent.length).toBe(1));
  expect(lasting()).toEqual([true]);
  sent[0]?.answer();
  await saving;
});

test('leaving is told when the page ends and when it is hidden, until nobody listens', () => {
  const page = openPage();
  const { document, window } = page;
  const told: boolean[] = [];
  const stop = onLeaving((gone) => void told.push(gone));
  const turn = (visibilityState: string) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
    page.dispatch(document, 'visibilitychange');
  };
  page.dispatch(window, 'pagehide');
  turn('hidden');
  turn('visible');
  expect(told).toEqual([true, false]);
  stop();
  page.dispatch(window, 'pagehide');
  turn('hidden');
  expect(told).toEqual([true, false]);
});
