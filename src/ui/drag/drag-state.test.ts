import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { dragState, useDragged, useIsDragging, useIsOver } from './drag-state.ts';

test('a part of the page knows what is dragged, and whether it is over that part', async () => {
  dragState.setState({ dragged: null, over: null, ended: null });
  const hook = await openPage().render(() => [useDragged(), useIsDragging(), useIsOver('a')], null);
  expect(hook.now).toEqual([null, false, false]);
  const dragged = { ids: ['r'], title: 'R', from: null, by: 'mouse' } as const;
  await hook.after(() => dragState.setState({ dragged, over: { id: 'a', name: 'A' } }));
  expect(hook.now).toEqual([dragged, true, true]);
  await hook.after(() => dragState.setState({ over: { id: 'b', name: 'B' } }));
  expect(hook.now).toEqual([dragged, true, false]);
  await hook.after(() => dragState.setState({ dragged: null, over: null }));
  expect(hook.now).toEqual([null, false, false]);
});
