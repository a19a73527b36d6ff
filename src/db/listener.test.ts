import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScriptedPostgres, startScriptedPostgres } from '../../tests/harness/database/scripted-postgres.ts';
import { waitFor } from '../../tests/harness/wait.ts';
import { type Listener, openListener } from './listener.ts';

let postgres: ScriptedPostgres;
let listener: Listener;
const heard: string[] = [];
beforeEach(async () => {
  heard.length = 0;
  postgres = await startScriptedPostgres();
  listener = await openListener(postgres.connection, { applicationName: 'test' });
});
afterEach(async () => {
  await listener.close();
  await postgres.close();
});

const hear = (name: string) => (payload: string) => void heard.push(`${name} ${payload}`);
const until = (count: number) => waitFor('what is heard', () => (heard.length >= count ? heard : undefined));

test('a subscriber hears its channel, until it has enough', async () => {
  const leave = await listener.listen('one', hear('first'));
  await listener.listen('one', hear('second'));
  await listener.listen('two', hear('other'));
  expect(postgres.heard).toEqual(['+', 'listen one', 'listen one', 'listen two']);
  postgres.notify('one', 'a');
  postgres.notify('three', 'b');
  postgres.notify('two', '');
  expect(await until(3)).toEqual(['first a', 'second a', 'other ']);
  leave();
  postgres.notify('one', 'c');
  expect(await until(4)).toEqual(['first a', 'second a', 'other ', 'second c']);
});

test('a lost connection is opened again with each channel once, and its subscribers are told', async () => {
  await listener.listen('one', hear('first'), () => heard.push('resync first'));
  await listener.listen('one', hear('second'), () => heard.push('resync second'));
  await listener.listen('two', hear('other'));
  const leave = await listener.listen('three', hear('left'), () => heard.push('resync left'));
  leave();
  postgres.heard.length = 0;
  postgres.drop();
  expect(await until(2)).toEqual(['resync first', 'resync second']);
  expect(postgres.heard).toEqual(['+', 'listen one', 'listen two']);
  postgres.notify('one', 'again');
  expect(await until(4)).toEqual(['resync first', 'resync second', 'first again', 'second again']);
});

test('a connection that cannot listen is tried again', async () => {
  await listener.listen('one', hear('first'), () => heard.push('resync'));
  let refusals = 2;
  postgres.answer = () => (refusals-- > 0 ? { code: '57P03' } : []);
  postgres.heard.length = 0;
  postgres.drop();
  expect(await until(1)).toEqual(['resync']);
  const tries = postgres.heard.filter((one) => one !== '-');
  expect(tries).toEqual(['+', 'listen one', '+', 'listen one', '+', 'listen one']);
  // The connections that could not listen were closed.
  await waitFor('two goodbyes', () => (postgres.heard.filter((one) => one === '-').length === 2 ? true : undefined));
});

test('a channel that cannot be listened to has no subscriber', async () => {
  postgres.answer = () => ({ code: '42601' });
  await expect(listener.listen('bad name', hear('bad'))).rejects.toMatchObject({ code: '42601' });
  postgres.answer = () => [];
  await listener.listen('one', hear('first'), () => heard.push('resync'));
  postgres.notify('bad name', 'a');
  postgres.notify('one', 'b');
  expect(await until(1)).toEqual(['first b']);
  postgres.heard.length = 0;
  postgres.drop();
  await until(2);
  expect(postgres.heard).toEqual(['+', 'listen one']);
});

test('a closed listener says goodbye and opens nothing again', async () => {
  await listener.listen('one', hear('first'), () => heard.push('resync'));
  await listener.close();
  await waitFor('goodbye', () => (postgres.heard.includes('-') ? true : undefined));
  expect(postgres.heard).toEqual(['+', 'listen one', '-']);
  await listener.close();
  // Nor while it tries to.
  const second = await openListener(postgres.connection, { applicationName: 'test' });
  const { connection } = postgres;
  await postgres.close();
  await second.close();
  await expect(openListener(connection, { applicationName: 'test' })).rejects.toThrow();
  postgres = await startScriptedPostgres();
  expect(heard).toEqual([]);
});
