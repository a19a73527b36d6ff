import { createElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { PlayerProvider, usePlayerStore } from '#ui/player/player-context.tsx';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { useOutline } from './use-outline.ts';

const withPlayer = (children: ReactNode) => createElement(PlayerProvider, null, children);
const nothing = { entries: [], here: -1, playing: -1 };

/** A page of 800 px, with a bar of 50 px, whose open tab holds this article or script. */
async function opened(inside: string, options: { tab?: string; chapters?: { title: string; startMs: number }[] } = {}) {
  const page = openPage({
    html: `<div id="player"></div><main><div data-tab-bar></div>
      <div role="tabpanel" data-state="inactive"><div data-text-scope><article><h1>X</h1><h1>Y</h1></article></div></div>
      <div role="tabpanel" data-state="active">${inside}</div></main>`,
  });
  const { document, window } = page;
  const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement;
  /** What was measured. */
  const measured: string[] = [];
  /** Where an element stands on the page. */
  function lay(selector: string, y: number, height = 30, { fixed = false } = {}) {
    const element = find(selector);
    const rect = () => {
      measured.push(selector);
      const top = fixed ? y : y - window.scrollY;
      return { top, bottom: top + height, height };
    };
    element.getBoundingClientRect = rect as () => DOMRect;
    return element;
  }
  const panel = find('[data-state=active]');
  Object.assign(panel, { scrollHeight: 4000 });
  lay('[data-tab-bar]', 0, 50, { fixed: true });
  const at = (y: number) => Object.assign(window, { scrollY: y });
  Object.assign(window, { scrollBy: ({ top }: { top: number }) => at(window.scrollY + top) });
  const told: number[] = [];
  const root = find('main');
  const { tab = 'note', chapters = [] } = options;
  const start = () =>
    page.render(
      (props: { tab: string; root: HTMLElement | null }) => ({
        player: usePlayerStore(),
        outline: useOutline({ ...props, chapters, onChapter: told.push.bind(told) as never }),
      }),
      { tab, root } as { tab: string; root: HTMLElement | null },
      withPlayer,
    );
  const scroll = async (y: number) => {
    at(y);
    page.dispatch(document, 'scroll');
    await page.settle(30);
  };
  return { page, find, lay, measured, panel, root, scroll, start, told, document };
}

const text =
  '<div data-text-scope="note"><article><h2 id="t">Title</h2><p id="p">One</p><h3 id="a">A</h3><h4>no</h4><h3></h3><h2 id="b">B</h2><p id="q">Two</p></article></div>';

async function openedText(inside = text) {
  const opening = await opened(inside);
  opening.lay('#t', 100);
  opening.lay('#a', 1000);
  opening.lay('#b', 2000);
  return opening;
}

test('a long text has an entry for each heading that says something, from the highest level there is', async () => {
  const { start, panel, find, page } = await openedText();
  const hook = await start();
  const { state } = hook.now.outline;
  const entries = [
    { title: 'Title', level: 0 },
    { title: 'A', level: 1 },
    { title: 'B', level: 0 },
  ];
  expect(state.getState()).toEqual({ entries, here: 0, playing: -1 });
  // Two screens need no outline, and neither does a single heading.
  Object.assign(panel, { scrollHeight: 1600 });
  await page.resize();
  await page.settle(30);
  expect(state.getState()).toEqual(nothing);
  Object.assign(panel, { scrollHeight: 1601 });
  await page.resize();
  await page.settle(30);
  expect(state.getState().entries).toHaveLength(3);
  find('#a').remove();
  await page.settle(30);
  expect(state.getState().entries).toHaveLength(2);
  find('#b').remove();
  await page.settle(30);
  expect(state.getState()).toEqual(nothing);
});

test('the heading that is being read is the last one less than 24 px below the bar', async () => {
  const { start, scroll } = await openedText();
  const { state } = (await start()).now.outline;
  const here = async (y: number) => {
    await scroll(y);
    return state.getState().here;
  };
  const { entries } = state.getState();
  expect([await here(0), await here(925), await here(926), await here(1925), await here(1926), await here(500)]).toEqual([
    0, 0, 1, 1, 2, 0,
  ]);
  expect(state.getState().entries).toBe(entries);
});

test('a player that sticks to the top covers the text, a small one and one that scrolls away do not', async () => {
  const { start, scroll, find, lay, document } = await openedText();
  const player = lay('#player', 40, 160, { fixed: true });
  player.style.position = 'sticky';
  const { state } = (await start()).now.outline;
  const here = async () => {
    await scroll(0);
    await scroll(800);
    return state.getState().here;
  };
  expect(await here()).toBe(0);
  player.dataset.player = '';
  expect(await here()).toBe(1);
  player.dataset.mini = '';
  expect(await here()).toBe(0);
  delete player.dataset.mini;
  player.style.position = 'static';
  expect(await here()).toBe(0);
  expect(document.querySelector('[data-player]')).toBe(find('#player'));
});

test('a part out of view is placed by its upper edge, without measuring inside it', async () => {
  const inside = text.replace('<h3 id="a">A</h3>', '<section><h3 id="a">A</h3></section>');
  const { start, scroll, lay, measured } = await openedText(inside);
  lay('#a', 1100);
  lay('section', 1000, 200);
  const { state } = (await start()).now.outline;
  // Just above the window, just below it, and in between.
  for (const y of [1201, 199]) {
    measured.length = 0;
    await scroll(y);
    expect(measured, String(y)).not.toContain('#a');
    expect(state.getState().here).toBe(y === 1201 ? 1 : 0);
  }
  for (const y of [1200, 200]) {
    measured.length = 0;
    await scroll(y);
    expect(measured, String(y)).toContain('#a');
  }
  await scroll(1000);
  expect(state.getState().here).toBe(0);
  await scroll(1026);
  expect(state.getState().here).toBe(1);
});

test('the lines that play belong to the heading before them, or to the one that they hold', async () => {
  const { start, find, page, scroll } = await openedText();
  const { state } = (await start()).now.outline;
  const playing = async () => {
    await page.settle(30);
    return state.getState().playing;
  };
  find('#p').setAttribute('data-lit', '');
  expect(await playing()).toBe(0);
  find('#p').removeAttribute('data-lit');
  find('#q').setAttribute('aria-current', 'time');
  expect(await playing()).toBe(2);
  find('#q').setAttribute('aria-current', 'page');
  expect(await playing()).toBe(-1);
  find('#a').setAttribute('data-lit', '');
  expect(await playing()).toBe(1);
  await scroll(926);
  expect(state.getState()).toMatchObject({ here: 1, playing: 1 });
});

test('an entry scrolls its heading to below the bar and gives it the focus', async () => {
  const { start, find, document, page } = await openedText();
  const hook = await start();
  await hook.after(({ outline }) => outline.goTo(2));
  expect(find('#b').getBoundingClientRect().top).toBe(62);
  expect(document.activeElement).toBe(find('#b'));
  expect(find('#b').tabIndex).toBe(-1);
  await hook.after(({ outline }) => outline.goTo(7));
  expect(page.window.scrollY).toBe(1938);
});

test('what is laid out only in view is scrolled to until it stays', async () => {
  const { start, find, page } = await openedText();
  const hook = await start();
  // Each time it comes into view, it turns out to be lower.
  let y = 2000;
  find('#b').getBoundingClientRect = () => {
    const top = y - page.window.scrollY;
    if (y < 2200) y += 100;
    return { top } as DOMRect;
  };
  await hook.after(({ outline }) => outline.goTo(2));
  expect(find('#b').getBoundingClientRect().top).toBe(62);
});

test('nothing is watched before there is a page, or after it is left', async () => {
  const { start, scroll, root } = await openedText();
  const hook = await start();
  const { state } = hook.now.outline;
  await hook.update({ tab: 'note', root: null });
  await hook.after(({ outline }) => outline.goTo(1));
  await scroll(926);
  expect(state.getState().here).toBe(0);
  await hook.update({ tab: 'note', root });
  expect(state.getState().here).toBe(1);
  await hook.leave();
  await scroll(0);
  expect(state.getState().here).toBe(1);
});

const chapters = [
  { title: 'Begin', startMs: 0 },
  { title: 'Middle', startMs: 60_000 },
  { title: 'End', startMs: 120_000 },
];
const script =
  '<ul data-own-keys><li data-start="0"></li><li data-start="60000"></li><li data-start="119999"></li><li></li></ul>';

async function openedScript(given = chapters) {
  const opening = await opened(script, { tab: 'subtitle', chapters: given });
  const scroller = opening.lay('ul', 100, 600, { fixed: true });
  Object.assign(scroller, { scrollHeight: 1601 });
  for (const [index, start] of ['0', '60000', '119999'].entries())
    opening.lay(`li[data-start="${start}"]`, 100 + index * 500, 500);
  return { ...opening, scroller };
}

test('a script’s entries are its chapters, and the line below its upper edge tells which is read', async () => {
  const { start, scroll, told } = await openedScript();
  const hook = await start();
  const { state } = hook.now.outline;
  const entries = chapters.map(({ title }) => ({ title, level: 0 }));
  expect(state.getState()).toEqual({ entries, here: 0, playing: -1 });
  await scroll(475);
  expect(state.getState().here).toBe(0);
  await scroll(476);
  expect(state.getState().here).toBe(1);
  await scroll(1475);
  expect(state.getState().here).toBe(1);
  await scroll(1476);
  expect(state.getState().here).toBe(-1);
  await hook.after(({ outline }) => outline.goTo(2));
  expect(told).toEqual([120_000]);
  await hook.after(({ outline }) => outline.goTo(3));
  expect(told).toEqual([120_000]);
});

test('in a script the player tells which chapter plays, once it has begun', async () => {
  const { start, scroll } = await openedScript();
  const hook = await start();
  const { state } = hook.now.outline;
  const play = async (timeMs: number) => {
    await hook.after(({ player }) => player.state.setState({ timeMs }));
    return state.getState().playing;
  };
  expect([await play(0), await play(1), await play(60_000), await play(119_999)]).toEqual([-1, 0, 1, 1]);
  await scroll(476);
  expect(state.getState()).toMatchObject({ here: 1, playing: 1 });
});

test('a short script, one of a single chapter and one that is not there have no outline', async () => {
  const short = await openedScript();
  Object.assign(short.scroller, { scrollHeight: 1600 });
  expect((await short.start()).now.outline.state.getState()).toEqual(nothing);
  const single = await openedScript(chapters.slice(1, 2));
  expect((await single.start()).now.outline.state.getState()).toEqual(nothing);
  const none = await openedScript();
  none.scroller.remove();
  expect((await none.start()).now.outline.state.getState()).toEqual(nothing);
});
