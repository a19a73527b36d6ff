import { expect, test } from 'vitest';
import { isFailedLoad, rememberFailedLoad } from './failed-loads.ts';

test('an error of a part that was not fetched is known as itself', () => {
  const [failed, other] = [new Error('part'), new Error('part')];
  rememberFailedLoad(failed);
  expect([failed, other, 'part', null].map(isFailedLoad)).toEqual([true, false, false, false]);
});
