import { expect, test } from 'vitest';
import type { Executor } from './client.ts';
import { writtenOnce } from './written-once.ts';

test('a statement is written once for each database and each of its forms', () => {
  const [one, other] = [{} as Executor, {} as Executor];
  const statement = writtenOnce((_, form: { isLater: boolean }) => ({ form }));
  const first = statement(one, { isLater: false });
  expect(statement(one, { isLater: false })).toBe(first);
  expect(statement(one, { isLater: true })).toEqual({ form: { isLater: true } });
  expect(statement(other, { isLater: false })).not.toBe(first);
});
