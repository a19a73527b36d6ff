import { expect, test } from 'vitest';
import { mindMapOf } from '#lib/notes/mindmap.ts';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { useMapLayout } from './use-map-layout.ts';

const long = Array.from({ length: 40 }, () => 'word').join(' ');
const root = mindMapOf('A talk', `## One [1:05](#t=65)\n\n- ${long}\n\n## Two\n\n- a\n  - b\n    - deepest`);

/** A browser in which a letter is half as wide as it is high. */
async function opened({ narrow = false, canvas = true, folded = [] as string[] } = {}) {
  const page = openPage();
  page.document.body.style.fontFamily = 'Serif';
  const measured = new Map<string, string>();
  const context = {
    font: '',
    measureText(text: string) {
      measured.set(text, context.font);
      return { width: (text.length * Number(/(\d+)px/.exec(context.font)?.[1])) / 2 };
    },
  };
  const asked: string[] = [];
  const create = page.document.createElement.bind(page.document);
  Object.assign(page.document, {
    createElement: (name: string) =>
      name === 'canvas' ? { getContext: (kind: string) => (canvas && kind === '2d' ? context : null) } : create(name),
  });
  Object.assign(page.window, {
    matchMedia: (query: string) => {
      asked.push(query);
      return Object.assign(new EventTarget(), { matches: narrow });
    },
  });
  const hook = await page.render((ids: ReadonlySet<string>) => useMapLayout(root, ids), new Set(folded));
  const linesOf = (id: string) => hook.now.layout.nodes.find(({ node }) => node.id === id)?.lines.length;
  return { hook, measured, linesOf, asked };
}

test('a node is measured in the font of its level', async () => {
  const { measured, hook } = await opened();
  const fontOf = (text: string) => measured.get(text);
  expect([fontOf('A talk'), fontOf('Two'), fontOf('a'), fontOf('b'), fontOf('deepest')]).toEqual([
    '600 17px Serif',
    '600 15px Serif',
    '400 14px Serif',
    '400 13px Serif',
    '400 13px Serif',
  ]);
  const [title, one] = hook.now.layout.nodes;
  // The text and its padding; of a chapter with a time also the time.
  expect([title?.width, one?.anchorLabel, one?.width]).toEqual([51 + 32, '01:05', Math.ceil(22.5 + 8 + 38) + 24]);
});

test('without a canvas each letter is as wide as high', async () => {
  const { hook, measured } = await opened({ canvas: false });
  expect([hook.now.layout.nodes[0]?.width, measured.size]).toEqual([6 * 17 + 32, 0]);
});

test('long points are cut on a desk and less on a phone; a picture shows them whole', async () => {
  const desk = await opened();
  expect([desk.linesOf('0.0.0'), desk.hook.now.frame]).toEqual([2, undefined]);
  const picture = desk.hook.now.layoutOfPicture();
  expect(picture.nodes.find(({ node }) => node.id === '0.0.0')?.cut).toBe(false);
  expect(picture.nodes.find(({ node }) => node.id === '0.0')?.anchorLabel).toBe('01:05');
  const phone = await opened({ narrow: true });
  expect([phone.linesOf('0.0.0'), new Set(phone.asked)]).toEqual([4, new Set(['(width < 480px)'])]);
  expect(phone.hook.now.layoutOfPicture()).toEqual(picture);
  expect(phone.hook.now.layout.width).toBeLessThan(desk.hook.now.layout.width);
});

test('the frame on a phone is as high as the whole map, however much of it is folded', async () => {
  const { hook } = await opened({ narrow: true });
  const { height } = hook.now.layout;
  const frame = { height: `clamp(20rem, ${height}px, 100dvh - 22rem)` };
  expect(hook.now.frame).toEqual(frame);
  await hook.update(new Set(['0.0', '0.1']));
  expect([hook.now.frame, hook.now.layout.nodes.length, hook.now.layout.height < height]).toEqual([frame, 3, true]);
  expect(hook.now.layoutOfPicture().nodes).toHaveLength(3);
});
