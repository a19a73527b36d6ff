import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { afterFrame } from './after-frame.ts';

test('it acts after the frame, and not once it is cancelled, before the frame or after it', async () => {
  const { settle } = openPage();
  const acted: string[] = [];
  afterFrame(() => void acted.push('a'));
  expect(acted).toEqual([]);
  await settle(17);
  expect(acted).toEqual(['a']);
  const early = afterFrame(() => void acted.push('b'));
  early();
  const late = afterFrame(() => void acted.push('c'));
  requestAnimationFrame(() => late());
  await settle(40);
  expect(acted).toEqual(['a']);
});
