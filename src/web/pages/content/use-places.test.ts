import { createElement, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { PlayerProvider, usePlayerStore } from '#ui/player/player-context.tsx';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { showDocument, useStudy } from './study/study-state.ts';
import { usePlaces } from './use-places.ts';

type Layout = Parameters<typeof usePlaces>[1];
type Given = Partial<Omit<Layout, 'onTab'>> & { kind?: string; hasPdf?: boolean; documentShown?: boolean };

const time: NoteAnchor = { kind: 'time', ms: 5000 };
const paragraph: NoteAnchor = { kind: 'paragraph', id: 3 };

async function opened({ documentShown = false, ...first }: Given) {
  const page = openPage();
  showDocument(documentShown);
  const tabs: string[] = [];
  const sought: unknown[] = [];
  const hook = await page.render(
    ({ kind = 'video', hasPdf = false, ...layout }: Given) => ({
      player: usePlayerStore(),
      documentShown: useStudy(({ document }) => document),
      ...usePlaces({ kind, pdf: hasPdf ? { url: '/x', pages: 1 } : null } as never, {
        ...{ start: null, mode: 'stacked', tab: 'outline', hasPlayer: false, document: null, scriptBeside: false },
        ...layout,
        onTab: (tab) => void tabs.push(tab),
      }),
    }),
    first,
    (children: ReactNode) => createElement(PlayerProvider, null, children),
  );
  await hook.after(({ player }) =>
    player.connect({ read: player.state.getState, seek: (ms: number) => void sought.push(ms) } as never),
  );
  /** Where a place is shown. */
  const show = async (anchor: NoteAnchor, back?: () => void) => {
    const { documentShown: shown, sheet, ...now } = await hook.after((before) => before.show(anchor, { back }));
    expect(now.target?.anchor).toBe(anchor);
    return { tabs: tabs.splice(0), sheet: sheet.open, documentShown: shown };
  };
  return { page, hook, show, tabs, sought };
}

const pdf = { hasPdf: true, document: 'pdf' };
const inTab = (tab: string) => ({ tabs: [tab], sheet: false, documentShown: false });

test.each([
  ['beside the note of a document', { ...pdf, mode: 'two', kind: 'document' }],
  ['beside it, with a side pane', { ...pdf, mode: 'three', kind: 'document' }],
  ['where the pages of another kind are open', { ...pdf, mode: 'two', documentShown: true }],
] as [string, Given][])('a place in a source %s is shown there', async (_where, given) => {
  const { show } = await opened(given);
  expect(await show(paragraph)).toEqual({ tabs: [], sheet: false, documentShown: true });
});

test.each([
  ['of a recording whose pages are closed', { ...pdf, mode: 'two' }, 'pdf'],
  ['without room beside the note', { ...pdf, mode: 'stacked', kind: 'document' }, 'pdf'],
  ['that is no document', { mode: 'two', kind: 'document' }, 'article'],
  ['whose tab is open on a phone', { ...pdf, mode: 'phone', tab: 'pdf' }, 'pdf'],
  ['that a phone shows in no sheet', { mode: 'phone' }, 'article'],
  ['beside a script', { mode: 'two', scriptBeside: true }, 'article'],
] as [string, Given, string][])('a place in a source %s is shown in its tab', async (_which, given, tab) => {
  const { show } = await opened(given);
  expect(await show(paragraph)).toEqual(inTab(tab));
});

test('a line is shown in the tab of the script, unless the script is beside the note', async () => {
  const { show, hook } = await opened({});
  expect(await show(time)).toEqual(inTab('subtitle'));
  await hook.update({ scriptBeside: true });
  expect(await show(time)).toEqual({ tabs: [], sheet: false, documentShown: false });
});

test('on a phone a place of the document is shown in a sheet over the note, which leads back', async () => {
  const { page, hook, show } = await opened({ ...pdf, mode: 'phone' });
  const back = vi.fn();
  expect(await show(paragraph, back)).toEqual({ tabs: [], sheet: true, documentShown: false });
  await hook.after((now) => now.sheet.close());
  expect([hook.now.sheet.open, back.mock.calls.length]).toEqual([false, 0]);
  await page.settle(20);
  expect(back).toHaveBeenCalledTimes(1);
  // Opened from the bar, it leads back nowhere.
  await hook.after((now) => now.sheet.show());
  expect(hook.now.sheet.open).toBe(true);
  await hook.after((now) => now.sheet.close());
  await page.settle(20);
  expect([hook.now.sheet.open, back.mock.calls.length]).toEqual([false, 1]);
  await show(paragraph);
  await hook.after((now) => now.sheet.close());
  await page.settle(20);
  expect(hook.now.sheet.open).toBe(false);
});

test('the place of the link is gone to at once, and the tab it landed on is known unless it only started the player', async () => {
  const played = await opened({ start: time, hasPlayer: true });
  expect([played.hook.now.landedOn, played.tabs]).toEqual([null, []]);
  const line = await opened({ start: time });
  expect([line.hook.now.landedOn, line.tabs]).toEqual(['subtitle', ['subtitle']]);
  const part = await opened({ start: paragraph, hasPlayer: true });
  expect([part.hook.now.landedOn, part.tabs]).toEqual(['article', ['article']]);
  const pages = await opened({ start: paragraph, ...pdf });
  expect([pages.hook.now.landedOn, pages.tabs]).toEqual(['pdf', ['pdf']]);
  expect((await opened({})).hook.now.landedOn).toBeNull();
});

test('a time is played where there is a player', async () => {
  const { hook, sought, tabs } = await opened({ hasPlayer: true });
  await hook.after((now) => now.goTo(time));
  expect([sought, tabs]).toEqual([[5000], []]);
});
