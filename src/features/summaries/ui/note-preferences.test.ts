import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import type * as Preferences from './note-preferences.ts';

let pages = 0;

/** The preferences as a page reads them when it opens: its code is loaded anew. */
async function opened(kept?: string, stored = true) {
  const page = openPage();
  if (kept !== undefined) page.storage.set('gleaner.note', kept);
  if (!stored) vi.stubGlobal('localStorage', undefined);
  const code: typeof Preferences = await import(
    /* @vite-ignore */ new URL(`./note-preferences.ts?page=${++pages}`, import.meta.url).href
  );
  const { changeNotePreferences, useNotePreferences } = code;
  const hook = await page.render(() => useNotePreferences(), null);
  return { page, hook, change: changeNotePreferences };
}

test('notes are as usual until the user wants them otherwise', async () => {
  const { page, hook, change } = await opened();
  expect(hook.now).toEqual({ detail: 'standard', language: null });
  await hook.after(() => change({ detail: 'brief' }));
  expect([hook.now, page.storage.get('gleaner.note')]).toEqual([{ detail: 'brief', language: null }, 'brief ']);
  await hook.after(() => change({ language: 'zh' }));
  expect([hook.now, page.storage.get('gleaner.note')]).toEqual([{ detail: 'brief', language: 'zh' }, 'brief zh']);
  expect((await opened('brief zh')).hook.now).toEqual({ detail: 'brief', language: 'zh' });
});

test.each([
  ['detailed ', { detail: 'detailed', language: null }],
  ['other en', { detail: 'standard', language: 'en' }],
  ['brief xx', { detail: 'brief', language: null }],
])('of a stored “%s” the known part counts', async (kept, preferences) => {
  expect((await opened(kept)).hook.now).toEqual(preferences);
});

test('a browser without storage keeps them until the page is left', async () => {
  const { hook, change } = await opened(undefined, false);
  expect(hook.now).toEqual({ detail: 'standard', language: null });
  await hook.after(() => change({ detail: 'brief' }));
  expect(hook.now.detail).toBe('brief');
});
