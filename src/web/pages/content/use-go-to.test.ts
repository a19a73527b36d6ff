import { createElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { PlayerProvider, usePlayerStore } from '#ui/player/player-context.tsx';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { useGoTo, useStartingPlace } from './use-go-to.ts';

const withPlayer = (children: ReactNode) => createElement(PlayerProvider, null, children);
const time: NoteAnchor = { kind: 'time', ms: 5000 };
const paragraph: NoteAnchor = { kind: 'paragraph', id: 3 };

async function opened(content: { hasMedia: boolean; hasPdf: boolean }) {
  const page = openPage();
  const tabs: string[] = [];
  const sought: unknown[] = [];
  const hook = await page.render(
    () => ({
      player: usePlayerStore(),
      ...useGoTo({ ...content, onPlace: (tab) => void tabs.push(tab), wayBack: (back) => back }),
    }),
    null,
    withPlayer,
  );
  await hook.after(({ player }) =>
    player.connect({ read: player.state.getState, seek: (ms: number) => void sought.push(ms) } as never),
  );
  return { hook, tabs, sought };
}

test('a time is played where there is a player, and every other place is shown in its tab', async () => {
  const { hook, tabs, sought } = await opened({ hasMedia: true, hasPdf: false });
  await hook.after((now) => now.goTo(time));
  expect([sought, tabs, hook.now.target]).toEqual([[5000], [], null]);
  await hook.after((now) => now.goTo(paragraph, { claim: 'c' }));
  expect(hook.now.target).toEqual({ anchor: paragraph, nonce: 1, claim: 'c' });
  await hook.after((now) => now.show(time));
  expect([hook.now.target, sought.length]).toEqual([{ anchor: time, nonce: 2 }, 1]);
  const silent = await opened({ hasMedia: false, hasPdf: true });
  await silent.hook.after((now) => now.goTo(time));
  await silent.hook.after((now) => now.goTo(paragraph));
  expect([silent.sought, silent.hook.now.target?.nonce]).toEqual([[], 2]);
  expect(new Set([...tabs, ...silent.tabs]).size).toBe(3);
});

test('the place of the link is gone to once, and that of another link again', async () => {
  const page = openPage();
  const went: unknown[] = [];
  const hook = await page.render(
    (start: NoteAnchor | null) => useStartingPlace(start, (anchor) => void went.push(anchor)),
    null as NoteAnchor | null,
  );
  await hook.update(time);
  await hook.update(time);
  await hook.update(null);
  await hook.update(time);
  await hook.update(paragraph);
  expect(went).toEqual([time, time, paragraph]);
});
