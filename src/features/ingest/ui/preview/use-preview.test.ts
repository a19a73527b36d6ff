import { expect, test } from 'vitest';
import { openPage, refusal } from '../../../../../tests/harness/interface/page.tsx';
import { isListingOnly, isOtherLanguage, isSubmittable, mayInsist, type PreviewItem, usePreview } from './use-preview.ts';

const url = 'https://a.b';
const item = (more: object = {}) => ({ url, problem: null, listing: null, language: null, ...more }) as unknown as PreviewItem;
const problem = (code: string) => ({ problem: { code, params: {} } });

async function opened(text = '') {
  const page = openPage({
    answers: { 'ingest.preview': ({ text: asked }: { text: string }) => ({ items: [item({ url: asked })], withModel: false }) },
  });
  const hook = await page.render((now: string) => usePreview(now), text);
  const asked = () => page.calls.map(({ input }) => (input as { text: string }).text);
  return { page, hook, asked };
}

test('a link is looked at once typing has paused', async () => {
  const { page, hook, asked } = await opened();
  expect(hook.now).toMatchObject({ tooLong: false, waiting: false, error: null, items: null, withModel: true });
  await hook.update(' one');
  expect([hook.now.waiting, hook.now.items]).toEqual([true, null]);
  await page.settle(200);
  await hook.update('one two ');
  await page.settle(290);
  expect([asked(), hook.now.waiting]).toEqual([[], true]);
  await page.settle(20);
  await page.settle();
  expect(asked()).toEqual(['one two']);
  expect(hook.now).toMatchObject({ waiting: false, error: null, items: [item({ url: 'one two' })], withModel: false });
  // Spaces at the end are no other link.
  await hook.update('one two');
  expect([hook.now.waiting, asked().length]).toEqual([false, 1]);
});

test('what was found before stays while the next is looked at, and goes with the text', async () => {
  const { page, hook } = await opened('one');
  expect(hook.now.items).toEqual([item({ url: 'one' })]);
  const answer = Promise.withResolvers<unknown>();
  page.answers['ingest.preview'] = () => answer.promise;
  await hook.update('two');
  await page.settle(400);
  await page.settle();
  expect([hook.now.waiting, hook.now.items]).toEqual([true, [item({ url: 'one' })]]);
  await hook.after(() => answer.resolve({ items: [], withModel: true }));
  expect([hook.now.waiting, hook.now.items, hook.now.withModel]).toEqual([false, [], true]);
  await hook.update(' ');
  expect([hook.now.waiting, hook.now.items]).toEqual([false, null]);
});

test('an emptied field asks no more for what was in it', async () => {
  const { page, hook, asked } = await opened('one');
  await hook.update('');
  await page.settle();
  await hook.update('two');
  expect(asked()).toEqual(['one']);
  await page.settle(290);
  expect(asked()).toEqual(['one']);
  await page.settle(20);
  await page.settle();
  expect(asked()).toEqual(['one', 'two']);
});

test('a text beyond the limit is not looked at', async () => {
  const most = 'a'.repeat(20_000);
  const { page, hook, asked } = await opened(`${most} `);
  await page.settle(400);
  await page.settle();
  expect([hook.now.tooLong, hook.now.waiting, hook.now.items, asked()]).toEqual([true, false, null, []]);
  await hook.update(most);
  expect([hook.now.tooLong, asked()]).toEqual([false, [most]]);
});

test('a failed look is told once, and tried again on request', async () => {
  const page = openPage({
    answers: {
      'ingest.preview': () => {
        throw refusal('rate_limited');
      },
    },
  });
  const hook = await page.render((text: string) => usePreview(text), 'one');
  expect([hook.now.error === null, hook.now.waiting, hook.now.items, page.calls.length]).toEqual([false, false, null, 1]);
  const answer = Promise.withResolvers<unknown>();
  page.answers['ingest.preview'] = () => answer.promise;
  await hook.after((now) => now.retry());
  expect([hook.now.error, hook.now.waiting]).toEqual([null, true]);
  await hook.after(() => answer.resolve({ items: [], withModel: true }));
  expect([hook.now.error, hook.now.items]).toEqual([null, []]);
  page.answers['ingest.preview'] = () => {
    throw refusal('rate_limited');
  };
  await hook.update('two');
  await page.settle(400);
  await page.settle();
  expect(hook.now.error === null).toBe(false);
  await hook.update('');
  expect(hook.now.error).toBe(null);
});

test('a link is submitted unless it has a problem that the user does not pass over, or is only a list', () => {
  const insisted = new Set([url]);
  expect([isSubmittable(item(), new Set()), isSubmittable(item(problem('x')), new Set())]).toEqual([true, false]);
  expect(isSubmittable(item(problem('x')), insisted)).toBe(true);
  const list = (alsoItem: boolean) => item({ listing: { alsoItem } });
  expect([isSubmittable(list(false), insisted), isSubmittable(list(true), new Set())]).toEqual([false, true]);
  expect([item(), list(true), list(false)].map(isListingOnly)).toEqual([false, false, true]);
});

test('only a problem that may pass is passed over', () => {
  const hopeless = ['url_invalid', 'url_blocked', 'input_unsupported', 'input_empty', 'show_not_found'];
  expect(hopeless.filter((code) => mayInsist(item(problem(code))))).toEqual([]);
  expect([mayInsist(item(problem('source_unreachable'))), mayInsist(item())]).toEqual([true, false]);
});

test('a note without a model is in the language of its source', () => {
  expect([isOtherLanguage(item(), 'en'), isOtherLanguage(item({ language: 'en' }), 'en')]).toEqual([false, false]);
  expect(isOtherLanguage(item({ language: 'zh' }), 'en')).toBe(true);
});
