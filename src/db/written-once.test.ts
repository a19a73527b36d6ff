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

test('statements of many forms do not pile up', () => {
  const one = {} as Executor;
  let written = 0;
  const statement = writtenOnce((_, { form }: { form: string }) => ({ form, number: written++ }));
  const first = statement(one, { form: 'first' });
  for (let at = 0; at < 300; at++) statement(one, { form: String(at) });
  expect(statement(one, { form: 'first' })).not.toBe(first);
  expect(statement(one, { form: 'first' })).toEqual({ form: 'first', number: 301 });
});
