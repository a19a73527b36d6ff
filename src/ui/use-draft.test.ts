import { afterEach, expect, test } from 'vitest';
import { openPage } from '../../tests/harness/interface/page.tsx';
import { keepDraftFields, readDraftFields, sameFields, useDraft } from './use-draft.ts';

const known = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');

afterEach(() => {
  if (known) Object.defineProperty(globalThis, 'localStorage', known);
  else Reflect.deleteProperty(globalThis, 'localStorage');
});

function browserThatKeeps(): Map<string, string> {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  return stored;
}

test('restores typed text under its name until it is discarded', () => {
  const stored = browserThatKeeps();
  keepDraftFields('prompt:new', { title: 'Risks', customPrompt: 'List them' });
  expect(readDraftFields('prompt:new', { title: '', customPrompt: '' })).toEqual({ title: 'Risks', customPrompt: 'List them' });
  expect(readDraftFields('prompt:1', { title: '', customPrompt: '' })).toBeNull();
  keepDraftFields('prompt:new', null);
  expect(stored.size).toBe(0);
});

test('ignores damaged drafts and other versions’, and unknown fields', () => {
  const stored = browserThatKeeps();
  for (const text of ['{', '7', 'null', '[]', '{"title":7}', '{"title":"x"}']) {
    stored.set('gleaner:draft:prompt:new', text);
    expect(readDraftFields('prompt:new', { title: '', customPrompt: '' }), text).toBeNull();
  }
  stored.set('gleaner:draft:prompt:new', '{"title":"a","customPrompt":"b","more":"c"}');
  expect(readDraftFields('prompt:new', { title: '', customPrompt: '' })).toEqual({ title: 'a', customPrompt: 'b' });
});

test('works without storage', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    get: () => {
      throw new DOMException('denied', 'SecurityError');
    },
    configurable: true,
  });
  keepDraftFields('x', { text: 'y' });
  expect(readDraftFields('x', { text: '' })).toBeNull();
});

test('a form begins with its draft, and one that is again as it was keeps none', async () => {
  const page = openPage();
  const { storage } = page;
  const key = 'gleaner:draft:prompt:new';
  const initial = { title: 'Risks', customPrompt: '' };
  const form = await page.render(() => useDraft('prompt:new', initial), null);
  expect(form.now).toMatchObject({ fields: initial, restored: false });
  const changed = { title: 'Risks', customPrompt: 'List' };
  await form.after(({ change }) => change(changed));
  expect([form.now.fields, form.now.restored, storage.get(key)]).toEqual([changed, false, JSON.stringify(changed)]);
  const again = await page.render(() => useDraft('prompt:new', initial), null);
  expect(again.now).toMatchObject({ fields: changed, restored: true });
  const saved = await page.render(() => useDraft('prompt:new', changed), null);
  expect(saved.now).toMatchObject({ fields: changed, restored: false });
  await again.after(({ change }) => change(initial));
  expect([again.now.fields, storage.has(key)]).toEqual([initial, false]);
});

test('fields are the same where each one is', () => {
  const fields = { a: '1', b: '2' };
  expect([
    sameFields(fields, { ...fields }),
    sameFields(fields, { a: '1', b: '3' }),
    sameFields(fields, { a: '3', b: '2' }),
  ]).toEqual([true, false, false]);
});
