import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import * as state from './study-state.ts';

/** A page with this pane open, as if nothing else had been changed. */
async function started(side: state.SideView | null, hasScript = true) {
  const page = openPage();
  state.setBeside(true);
  state.setBeside(false);
  state.showDocument(false);
  state.setTextBeside(false);
  for (const pane of ['two', 'three', 'side'] as const) state.setShare(pane, state.usualShares[pane]);
  state.openSide(side);
  page.storage.clear();
  const hook = await page.render(
    (script: boolean) => ({ study: state.useStudy((all) => all), side: state.useSide(script), chat: state.useChatOpen() }),
    hasScript,
  );
  const stored = () => JSON.parse(page.storage.get('gleaner.study') ?? 'null') as unknown;
  return { page, hook, state, stored };
}

const usual = { two: 40, three: 30, side: 27 };

test.each([
  [null, { side: null, document: false, shares: usual }],
  ['{', { side: null, document: false, shares: usual }],
  ['null', { side: null, document: false, shares: usual }],
  ['{"side":"nonsense","document":"yes","shares":null}', { side: null, document: false, shares: usual }],
  [
    '{"side":"chat","document":true,"shares":{"two":25,"three":41,"side":30.4}}',
    { side: 'chat', document: true, shares: { two: 26, three: 40, side: 30 } },
  ],
  ['{"shares":{"two":"50","three":null}}', { side: null, document: false, shares: usual }],
])('the layout that was kept (%s) is used as far as it makes sense', (kept, wanted) => {
  const { storage } = openPage();
  if (kept !== null) storage.set('gleaner.study', kept);
  expect(state.keptLayout()).toEqual(wanted);
});

test('widths stay within their limits', () => {
  const at = (pane: 'two' | 'three' | 'side', ...shares: number[]) => shares.map((share) => state.withinLimits(pane, share));
  expect(at('two', 25, 26, 40.5, 60, 61)).toEqual([26, 26, 41, 60, 60]);
  expect(at('three', 21, 22, 40, 41)).toEqual([22, 22, 40, 40]);
  expect(at('side', 21, 22, 38, 39)).toEqual([22, 22, 38, 38]);
  expect(at('side', Number.NaN, Number.POSITIVE_INFINITY)).toEqual([27, 27]);
});

test('what is opened is kept, a width at the end of its move', async () => {
  const { hook, stored } = await started(null);
  await hook.after(() => state.openSide('script'));
  expect(stored()).toEqual({ side: 'script', document: false, shares: usual });
  await hook.after(() => state.showDocument(true));
  await hook.after(() => state.setShare('three', 99));
  expect(hook.now.study.shares).toEqual({ ...usual, three: 40 });
  expect(stored()).toEqual({ side: 'script', document: true, shares: usual });
  await hook.after(() => state.keepShares());
  expect(stored()).toEqual({ side: 'script', document: true, shares: { ...usual, three: 40 } });
  await hook.after(() => state.openSide(null));
  expect(hook.now.side.side).toBeNull();
});

test('without a script, a pane that shows it counts as closed', async () => {
  const { hook } = await started('script');
  expect(hook.now.side).toEqual({ views: ['script', 'chat', 'highlights'], side: 'script' });
  await hook.update(false);
  expect(hook.now.side).toEqual({ views: ['chat', 'highlights'], side: null });
  await hook.leave();
  const other = await started('highlights', false);
  expect(other.hook.now.side.side).toBe('highlights');
});

test('the conversation opens in its pane where there is room, else over the page, and moves when room comes', async () => {
  const { hook, stored } = await started(null);
  const isOpen = () => hook.now.chat[0];
  const open = (wanted: boolean) => hook.after(({ chat: [, set] }) => set(wanted));
  await open(true);
  expect([isOpen(), hook.now.study.sheet, hook.now.study.side, stored()]).toEqual([true, true, null, null]);
  await hook.after(() => state.setBeside(true));
  expect([isOpen(), hook.now.study.sheet, hook.now.study.side]).toEqual([true, false, 'chat']);
  await open(false);
  expect([isOpen(), hook.now.study.side]).toEqual([false, null]);
  await open(true);
  expect([isOpen(), hook.now.study.sheet]).toEqual([true, false]);
  await hook.after(() => state.openSide('highlights'));
  expect(isOpen()).toBe(false);
  // Closing what is not open closes nothing else.
  await open(false);
  expect(hook.now.study.side).toBe('highlights');
  await hook.after(() => state.setBeside(true));
  expect(hook.now.study.side).toBe('highlights');
  await hook.after(() => state.setBeside(false));
  expect([hook.now.study.beside, isOpen()]).toEqual([false, false]);
  await open(true);
  await open(false);
  expect([isOpen(), hook.now.study.side]).toEqual([false, 'highlights']);
});

test('the source’s text is shown beside the note for as long as the page is open', async () => {
  const { hook, stored } = await started(null);
  expect(state.isTextBeside()).toBe(false);
  await hook.after(() => state.setTextBeside(true));
  expect([state.isTextBeside(), hook.now.study.textBeside, stored()]).toEqual([true, true, null]);
});
