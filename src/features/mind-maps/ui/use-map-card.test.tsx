import { expect, test, vi } from 'vitest';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { flattenMindMap, mindMapOf } from '#lib/notes/mindmap.ts';
import { PlaceCards, usePlaceCards } from '#ui/reader/place-card/place-cards.tsx';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { useMapCard } from './use-map-card.tsx';

const root = mindMapOf('A talk', '## One [1:05](#t=65)\n\n- plain\n- doubted [?](#unverified) [2:00](#t=120)');
const nodes = new Map(flattenMindMap(root).map((node) => [node.id, node]));
const [cited, plain, doubted] = ['0.0', '0.0.0', '0.0.1'].map((id) => {
  const node = nodes.get(id);
  if (!node) throw new Error('The map has another shape');
  return node;
}) as [typeof root, typeof root, typeof root];

type Shown = { id: string; citation: unknown; element: { current: unknown }; onFocusBack: () => void };

async function opened() {
  const html = [...nodes.keys()].map((id) => `<g data-node="${id}"><b>text</b><i data-place><u></u></i></g>`).join('');
  const page = openPage({ html: `<main>${html}<i data-place></i></main>` });
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  const svg = { current: page.document.querySelector('main') as unknown as SVGSVGElement };
  const prepared: NoteAnchor[] = [];
  const hook = await page.render(
    (known: typeof nodes) => ({
      ...useMapCard(svg, (id) => known.get(id)),
      store: usePlaceCards().store,
    }),
    nodes,
    (children) => (
      <PlaceCards prepare={(anchor) => void prepared.push(anchor)} label="Place" render={() => null}>
        {children}
      </PlaceCards>
    ),
  );
  const find = (css: string) => page.document.querySelector(css) as HTMLElement;
  const over = (css: string, pointerType = 'mouse') =>
    hook.after((now) => now.pointer.onPointerOver?.({ target: find(css), pointerType } as never));
  const press = (pointerType: string) => hook.after((now) => now.pointer.onPointerDown?.({ pointerType } as never));
  const shown = () => {
    const { card } = hook.now as { card: { props: Shown } | null };
    return card === null ? null : card.props;
  };
  const by = () => hook.now.store.state.getState().open?.by;
  return { page, hook, prepared, find, over, press, shown, by };
}

test('a mouse on the time of a node opens its card a moment later, and closes it behind itself', async () => {
  const { page, hook, prepared, over, shown, find, by } = await opened();
  await over('[data-node="0.0"] u');
  expect([prepared, hook.now.openId, hook.now.describedBy]).toEqual([[cited.anchor], null, '']);
  await page.settle(40);
  expect([hook.now.openId, by()]).toEqual(['0.0', 'mouse']);
  const { id, citation, element } = shown() as Shown;
  expect(id).toMatch(/.\/0\.0$/);
  expect(citation).toEqual({ anchor: cited.anchor, claim: { text: 'One', unverified: false } });
  expect(element.current).toBe(find('[data-node="0.0"]'));
  expect(hook.now.describedBy).toBe(`${id}-text-mark ${id}-text`);
  await hook.after((now) => now.pointer.onPointerOut?.({} as never));
  await page.settle(200);
  expect(hook.now.openId).toBe('0.0');
  await page.settle(100);
  expect([hook.now.openId, shown()]).toEqual([null, null]);
});

test('nothing opens beside the time, by a finger, or where no place is cited', async () => {
  const { page, hook, prepared, over } = await opened();
  await over('[data-node="0.0"] b');
  await over('[data-node="0.0"] u', 'touch');
  await over('[data-node="0.0.0"] u');
  await over('main > i');
  await hook.after((now) => now.pointer.onPointerOver?.({ target: new EventTarget(), pointerType: 'mouse' } as never));
  await page.settle(500);
  expect([hook.now.openId, prepared]).toEqual([null, []]);
});

test('the keyboard opens the card of the node that it reaches, and closes it at the next without a place', async () => {
  const { hook, prepared, shown, find, page, by } = await opened();
  await hook.after((now) => now.reach(doubted));
  expect([hook.now.openId, by(), prepared]).toEqual(['0.0.1', 'keys', [doubted.anchor]]);
  expect(shown()?.citation).toEqual({ anchor: doubted.anchor, claim: { text: 'doubted', unverified: true } });
  const focused: unknown[] = [];
  find('[data-node="0.0.1"]').focus = (options) => void focused.push(options);
  await hook.after(() => shown()?.onFocusBack());
  expect([hook.now.openId, focused]).toEqual([null, [{ preventScroll: true }]]);
  await hook.after((now) => now.reach(cited));
  await hook.after((now) => now.reach(plain));
  expect(hook.now.openId).toBe(null);
  await hook.after((now) => now.reach(cited));
  await hook.after((now) => now.close());
  expect(hook.now.openId).toBe(null);
  // A node that is not drawn any more has no card.
  await hook.after((now) => now.reach(cited));
  await hook.update(new Map());
  expect([hook.now.openId, shown(), page.toasts]).toEqual(['0.0', null, []]);
});

test('a tap opens the card and closes it, while a click of the mouse is not one', async () => {
  const { hook, prepared, press, by } = await opened();
  const tapped = async (node: typeof root) => {
    let was: boolean | undefined;
    await hook.after((now) => {
      was = now.tapped(node);
    });
    return was;
  };
  expect(await tapped(cited)).toBe(false);
  await press('mouse');
  expect([await tapped(cited), hook.now.openId]).toEqual([false, null]);
  await press('touch');
  expect([await tapped(plain), hook.now.openId]).toEqual([false, null]);
  expect([await tapped(cited), hook.now.openId, by(), prepared]).toEqual([true, '0.0', 'touch', [cited.anchor]]);
  expect([await tapped(doubted), hook.now.openId]).toEqual([true, '0.0.1']);
  expect([await tapped(doubted), hook.now.openId]).toEqual([true, null]);
});

test('the focus goes into the open card where it has a button', async () => {
  const { hook, page, shown, find } = await opened();
  expect(hook.now.enterCard()).toBe(false);
  await hook.after((now) => now.reach(cited));
  expect(hook.now.enterCard()).toBe(false);
  const card = page.document.createElement('section');
  card.id = `${shown()?.id ?? ''}-card`;
  page.document.body.append(card);
  expect(hook.now.enterCard()).toBe(false);
  card.innerHTML = '<p></p><button></button><button></button>';
  expect([hook.now.enterCard(), page.document.activeElement === find('button')]).toEqual([true, true]);
  await hook.after((now) => now.close());
  Object.assign(page.document, { activeElement: null });
  expect([hook.now.enterCard(), page.document.activeElement]).toEqual([false, null]);
});

test('a map that is left closes its own card alone', async () => {
  const { hook } = await opened();
  await hook.after((now) => now.reach(cited));
  await hook.leave();
  expect(hook.now.store.state.getState().open).toBe(null);
  const other = await opened();
  await other.hook.after((now) => now.store.open('note/1', 'keys'));
  expect(other.hook.now.openId).toBe(null);
  await other.hook.after((now) => now.close());
  await other.hook.leave();
  expect(other.hook.now.store.state.getState().open?.id).toBe('note/1');
});
