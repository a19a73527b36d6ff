import { createElement, type ReactNode, type RefObject } from 'react';
import { expect, test, vi } from 'vitest';
import { SourceNavigationProvider } from '#ui/reader/source-navigation.tsx';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { PlaceCards, usePlaceCards } from './place-cards.tsx';
import { usePlaceCard } from './use-place-card.tsx';

const anchor = { kind: 'time', ms: 5000 } as const;
const citation = { anchor, claim: { text: 'It grew.', unverified: false } };

/** Three references in an article, the second of which is used; one that is folded away, and one elsewhere. */
async function opened() {
  const button = (id: string) => `<button id="${id}" data-anchor="t"></button>`;
  const page = openPage({
    html: `<article>${button('a')}${button('hidden')}${button('b')}${button('c')}</article><p>${button('d')}</p>`,
  });
  const find = (id: string) => page.document.getElementById(id) as HTMLButtonElement;
  for (const id of ['a', 'b', 'c', 'd', 'hidden']) Object.assign(find(id), { checkVisibility: () => id !== 'hidden' });
  Object.assign(find('b'), { scrollIntoView: () => undefined });
  const prepared: unknown[] = [];
  const went: [to: unknown, request?: { back: () => void }][] = [];
  const within = (children: ReactNode) =>
    createElement(
      SourceNavigationProvider,
      { goTo: (...to) => void went.push(to as never), show: () => undefined, hasMedia: true, words: {} as never, children },
      createElement(
        PlaceCards,
        { prepare: (to) => void prepared.push(to), label: 'Source', render: () => null, children },
        children,
      ),
    );
  const hook = await page.render(() => ({ ...usePlaceCard(citation), store: usePlaceCards().store }), null, within);
  const element = hook.now.trigger.ref as RefObject<HTMLButtonElement>;
  element.current = find('b');
  type Handler = 'onPointerMove' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onClick' | 'onKeyDown';
  const stopped: string[] = [];
  const on = async (name: Handler, event: object = {}) => {
    const given = {
      stopPropagation: () => void stopped.push(name),
      preventDefault: vi.fn(),
      currentTarget: find('b'),
      ...event,
    };
    await hook.after(({ trigger }) => (trigger[name] as (event: unknown) => void)(given));
    return given;
  };
  const tap = async () => {
    await on('onPointerDown', { pointerType: 'touch' });
    return on('onClick', { detail: 1 });
  };
  const key = async (name: string, more: object = {}) => {
    const { preventDefault } = await on('onKeyDown', { key: name, ...more });
    return [page.document.activeElement?.id, preventDefault.mock.calls.length];
  };
  const goBack = () => went[0]?.[1]?.back();
  return {
    page,
    find,
    hook,
    on,
    tap,
    key,
    prepared,
    went,
    goBack,
    stopped,
    by: () => hook.now.store.state.getState().open?.by ?? null,
  };
}

test('a mouse that rests on a reference opens its card, which describes it, and closes it when it leaves', async () => {
  const { page, hook, on, by, prepared } = await opened();
  expect([hook.now.card, hook.now.trigger['aria-describedby']]).toEqual([null, undefined]);
  await on('onPointerMove', { pointerType: 'touch' });
  expect(prepared).toEqual([]);
  await on('onPointerMove', { pointerType: 'mouse' });
  expect([prepared, by()]).toEqual([[anchor], null]);
  // It still moves: neither prepared again nor begun again.
  await page.settle(20);
  await on('onPointerMove', { pointerType: 'mouse' });
  await page.settle(20);
  expect([prepared.length, by()]).toEqual([1, 'mouse']);
  const id = hook.now.store.state.getState().open?.id;
  expect(hook.now.card).not.toBeNull();
  expect(hook.now.trigger['aria-describedby']).toBe(`${id}-text-mark ${id}-text`);
  await on('onPointerLeave');
  await page.settle(300);
  expect([by(), hook.now.card]).toEqual([null, null]);
  await on('onPointerMove', { pointerType: 'mouse' });
  expect(prepared.length).toBe(2);
});

test('a click goes to the place with the statement, and leads back to the reference', async () => {
  const { page, find, hook, on, by, went, goBack, stopped } = await opened();
  await on('onPointerMove', { pointerType: 'mouse' });
  await page.settle(60);
  await on('onPointerDown', { pointerType: 'mouse' });
  await on('onClick', { detail: 1 });
  expect([went, by(), stopped]).toEqual([[[anchor, { claim: 'It grew.', back: expect.any(Function) }]], null, ['onClick']]);
  await hook.after(() => goBack());
  expect(page.document.activeElement).toBe(find('b'));
});

test('a tap opens the card and holds it, and another closes it; neither goes away from the text', async () => {
  const { page, on, tap, by, went, prepared, hook } = await opened();
  await tap();
  expect([by(), prepared, hook.now.store.state.getState().open?.held]).toEqual(['touch', [anchor], true]);
  await on('onPointerLeave');
  await page.settle(300);
  expect(by()).toBe('touch');
  await tap();
  expect([by(), went, prepared.length]).toEqual([null, [], 1]);
  // A screen reader’s press has no count of clicks, and Enter after a tap is no tap.
  await on('onPointerDown', { pointerType: 'touch' });
  await on('onClick', { detail: 0 });
  expect(went.length).toBe(1);
  await tap();
  await tap();
  await on('onClick', { detail: 1 });
  expect(went.length).toBe(2);
});

test('focus by key opens the card; a focus by press or one that is given back does not', async () => {
  const { hook, on, by, prepared, goBack } = await opened();
  await on('onFocus', { currentTarget: { matches: () => false } });
  expect([by(), prepared]).toEqual([null, []]);
  const asked: string[] = [];
  await on('onFocus', { currentTarget: { matches: (css: string) => asked.push(css) > 0 } });
  expect([by(), prepared, asked]).toEqual(['keys', [anchor], [':focus-visible']]);
  await on('onClick', { detail: 0 });
  expect(by()).toBeNull();
  const element = hook.now.trigger.ref as RefObject<HTMLButtonElement>;
  const focus = vi.fn(() => (hook.now.trigger.onFocus as (event: unknown) => void)({ currentTarget: { matches: () => true } }));
  element.current = Object.assign(element.current, { focus });
  await hook.after(() => goBack());
  expect([focus.mock.calls.length, by()]).toEqual([1, null]);
});

test('arrows go to the shown references beside it in the same text, and down into an open card', async () => {
  const { page, key, tap, hook, find } = await opened();
  find('b').focus();
  expect(await key('ArrowLeft')).toEqual(['a', 1]);
  expect(await key('ArrowRight')).toEqual(['c', 1]);
  expect(await key('ArrowDown')).toEqual(['c', 0]);
  expect(await key('Enter')).toEqual(['c', 0]);
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }])
    expect(await key('ArrowLeft', more)).toEqual(['c', 0]);
  // Behind the last one of the text nothing comes.
  expect(await key('ArrowRight', { currentTarget: find('c') })).toEqual(['c', 1]);
  expect(await key('ArrowRight', { currentTarget: find('d') })).toEqual(['c', 1]);
  find('a').focus();
  expect(await key('ArrowLeft', { currentTarget: find('d') })).toEqual(['c', 1]);
  await tap();
  const card = page.document.createElement('div');
  card.id = `${hook.now.store.state.getState().open?.id}-card`;
  card.innerHTML = '<button id="inside"></button><button></button>';
  page.document.body.append(card);
  expect(await key('ArrowDown')).toEqual(['inside', 1]);
});

test('the card closes with its reference', async () => {
  const { hook, tap, by } = await opened();
  await tap();
  const { store } = hook.now;
  await hook.leave();
  expect([by(), store.state.getState().open]).toEqual([null, null]);
});
