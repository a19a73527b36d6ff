import { expect, test } from 'vitest';
import { countTouched, touchedOf } from './tag-change-progress.ts';

const plan = Array.from({ length: 100 }, (_, at) => ({ contentId: String(at), was: '', had: false }));
const idsOf = (reached: Parameters<typeof touchedOf>[1]) => touchedOf(plan, reached).map(({ contentId }) => Number(contentId));

test('LIB-10 undoing takes what was changed, not what stayed as it was or was never reached', () => {
  expect(idsOf({ done: 100, same: [1, 3] })).toEqual([...plan.keys()].filter((at) => at !== 1 && at !== 3));
  // A stretch behind what was kept last may be changed.
  expect(idsOf({ done: 20, same: [1] })).toEqual([0, ...Array.from({ length: 38 }, (_, at) => at + 2)]);
  expect(idsOf(null)).toEqual([]);
  for (const reached of [{ done: 100, same: [1, 3] }, { done: 20, same: [1] }, null])
    expect(countTouched(100, reached && { ...reached, same: reached.same.length })).toBe(idsOf(reached).length);
});
