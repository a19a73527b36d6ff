import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { highlights as words } from '../words/en.ts';
import { useHighlightsExtension } from './use-highlights-extension.tsx';

const [one, two] = ['11111111-2222-4333-8444-555555555555', '21111111-2222-4333-8444-555555555555'] as const;
const row = (id: string, section_id: string | null, more: object = {}) => ({
  ...{ id, section_id, comment: '', highlight_text: `text ${id}`, colour: 'yellow' },
  ...more,
});
type Part = ReactElement<{ children: ReactElement<Record<string, unknown>> }>;

async function opened(first: string | null = null) {
  const page = openPage({
    words: { highlights: words },
    answers: {
      'highlights.ofContent': () => ({
        highlights: [
          row('late', '#t=90'),
          row('early', '#t=30.5', { comment: 'A comment', colour: 'green' }),
          row('paragraph', '#p3'),
          row('none', null),
        ],
      }),
    },
  });
  const onTab = () => undefined;
  const hook = await page.render(
    (now: { contentId: string; first: string | null }) => useHighlightsExtension(now.contentId, { first: now.first, onTab }),
    { contentId: one, first },
  );
  const overlay = () => (hook.now.overlay as Part).props.children;
  const panel = () => (hook.now.tab.panel as Part).props.children.props;
  const jump = (id: string) => hook.after(() => (panel().onJump as (id: string) => void)(id));
  const edit = (card: unknown) => hook.after(() => (panel().onEdit as (card: unknown) => void)(card));
  return { page, hook, overlay, panel, jump, edit, onTab };
}

test('highlights of a time are marked on the player, in order', async () => {
  const { hook } = await opened();
  const before = hook.now.marks;
  expect(before).toEqual([
    { startMs: 30_500, title: 'A comment', colour: 'var(--stripe-green)' },
    { startMs: 90_000, title: 'text late', colour: 'var(--stripe-yellow)' },
  ]);
  expect([hook.now.tab.id, hook.now.tab.label]).toEqual(['highlights', words.tab]);
  await hook.update({ contentId: one, first: null });
  expect(hook.now.marks).toBe(before);
});

test('the highlight of the address is shown first, and each further one anew', async () => {
  const { hook, overlay, jump, onTab } = await opened('a');
  expect([overlay().key, overlay().props]).toMatchObject([
    one,
    { contentId: one, wanted: { id: 'a', nonce: 0 }, card: null, onTab },
  ]);
  // Clearing the address changes nothing.
  await hook.update({ contentId: one, first: null });
  expect(overlay().props.wanted).toEqual({ id: 'a', nonce: 0 });
  await hook.update({ contentId: one, first: 'b' });
  expect(overlay().props.wanted).toEqual({ id: 'b', nonce: 1 });
  await jump('b');
  expect(overlay().props.wanted).toEqual({ id: 'b', nonce: 2 });
  const other = await opened();
  expect(other.overlay().props.wanted).toBe(null);
  await other.jump('c');
  expect(other.overlay().props.wanted).toEqual({ id: 'c', nonce: 1 });
  const third = await opened();
  await third.hook.update({ contentId: one, first: 'd' });
  expect(third.overlay().props.wanted).toEqual({ id: 'd', nonce: 1 });
});

test('an open card is closed by a jump, and by another content', async () => {
  const { hook, overlay, panel, jump, edit } = await opened('a');
  const card = { id: 'a' };
  await edit(card);
  expect([overlay().props.card, panel().contentId]).toEqual([card, one]);
  await hook.update({ contentId: one, first: 'b' });
  expect(overlay().props.card).toBe(card);
  await jump('c');
  expect(overlay().props.card).toBe(null);
  await edit(card);
  await hook.update({ contentId: two, first: null });
  expect([overlay().props.card, overlay().props.wanted, overlay().key]).toEqual([null, null, two]);
  await hook.update({ contentId: one, first: 'd' });
  expect(overlay().props.wanted).toEqual({ id: 'd', nonce: 0 });
});
