import { describe, expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function capture(format: 'json' | 'pretty', secrets: string[] = []) {
  const lines: string[] = [];
  return { lines, logger: createLogger({ level: 'trace', format, secrets, write: (line) => lines.push(line) }) };
}

test.each(['json', 'pretty'] as const)('secrets are cut out of %s lines wherever they stand', (format) => {
  const secret = 'sk-"quoted\\secret"';
  const { lines, logger } = capture(format, [secret]);
  logger.info(
    { url: `https://x/?key=${secret}`, headers: { authorization: 'Bearer abc', cookie: 'session=1' } },
    `used ${secret}`,
  );
  logger.error({ err: new Error(`failed with ${secret}`, { cause: new Error(`because of ${secret}`) }) }, 'failed');
  const text = lines.join('\n');
  expect(text).not.toContain('quoted');
  expect(text).not.toContain('Bearer abc');
  expect(text).not.toContain('session=1');
  expect(text).toContain('[redacted]');
});

test('writes an error with its causes and without attached objects', () => {
  const { lines, logger } = capture('json');
  const error = Object.assign(new Error('outer', { cause: new Error('inner') }), { request: { body: 'private text' } });
  logger.error({ err: error }, 'failed');
  expect(lines[0]).toContain('"inner"');
  expect(lines[0]).not.toContain('private text');
});

test('writes a child logger’s fields on each of its lines', () => {
  const { lines, logger } = capture('json');
  logger.child({ requestId: 'r1' }).info('hello');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ requestId: 'r1', msg: 'hello', level: 30 });
});

describe('a line for people', () => {
  const one = (write: (logger: ReturnType<typeof capture>['logger']) => void) => {
    const { lines, logger } = capture('pretty');
    write(logger);
    expect(lines).toHaveLength(1);
    return (lines[0] ?? '').replace(/^\d\d:\d\d:\d\d\.\d{3} /, 'TIME ');
  };

  test('has time, level, words and fields', () => {
    expect(one((logger) => logger.info({ user: 'ada', count: 3, list: [1] }, 'hello'))).toBe(
      'TIME INFO  hello user=ada count=3 list=[1]\n',
    );
    expect(one((logger) => logger.trace('a'))).toBe('TIME TRACE a\n');
    expect(one((logger) => logger.debug('a'))).toBe('TIME DEBUG a\n');
    expect(one((logger) => logger.warn('a'))).toBe('TIME WARN  a\n');
    expect(one((logger) => logger.error('a'))).toBe('TIME ERROR a\n');
    expect(one((logger) => logger.fatal('a'))).toBe('TIME FATAL a\n');
    expect(one((logger) => logger.info({}))).toBe('TIME INFO\n');
    expect(one((logger) => logger.info({ only: true }))).toBe('TIME INFO   only=true\n');
  });

  test('has the stack of an error and of its causes below', () => {
    const cause = Object.assign(new Error('inner'), { stack: 'Error: inner\n    at b' });
    const error = Object.assign(new Error('outer', { cause }), { stack: 'Error: outer\n    at a' });
    expect(one((logger) => logger.error({ err: error }, 'failed'))).toBe(
      'TIME ERROR failed\n  Error: outer\n      at a\n  caused by:\n  Error: inner\n      at b\n',
    );
    expect(one((logger) => logger.error({ err: 'only words' }, 'failed'))).toBe('TIME ERROR failed\n  only words\n');
    expect(one((logger) => logger.error({ err: { message: 'no stack' } }, 'failed'))).toBe('TIME ERROR failed\n  no stack\n');
    expect(one((logger) => logger.error({ err: { other: 1 } }, 'failed'))).toBe('TIME ERROR failed\n  \n');
    expect(one((logger) => logger.error({ err: null }, 'failed'))).toBe('TIME ERROR failed\n  null\n');
  });
});

test('keeps of an error its name, code, words, stack and six causes', () => {
  const { lines, logger } = capture('json');
  let error = new Error('cause 7');
  for (let depth = 6; depth >= 0; depth--) error = new TypeError(`cause ${depth}`, { cause: error });
  logger.error({ err: Object.assign(error, { code: 'E1', secret: 'x' }), error: Object.assign(new Error('two'), { code: 5 }) });
  type Kept = { message: string; cause?: Kept };
  const { err, error: second, ...line } = JSON.parse(lines[0] ?? '') as { err: Kept; error: Kept };
  expect(line).toEqual({ level: 50, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), msg: 'cause 0' });
  expect(err).toMatchObject({ name: 'TypeError', code: 'E1', message: 'cause 0', stack: expect.stringContaining('cause 0') });
  expect(Object.keys(err)).toEqual(['name', 'code', 'message', 'stack', 'cause']);
  expect(Object.keys(second)).toEqual(['name', 'message', 'stack']);
  const messages: string[] = [];
  for (let at: Kept | undefined = err; at; at = at.cause) messages.push(at.message);
  expect(messages).toEqual([0, 1, 2, 3, 4, 5].map((depth) => `cause ${depth}`));
  logger.error({ err: 'plain', error: { code: 'kept' } });
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ err: 'plain', error: { code: 'kept' } });
});

test('cuts every field that may hold a secret, down to the third level', () => {
  const { lines, logger } = capture('json');
  const names = ['authorization', 'cookie', 'set-cookie', 'apiKey', 'password', 'secret', 'token', 'x-model-key'];
  const fields = Object.fromEntries(names.map((name) => [name, 'hidden']));
  const cut = Object.fromEntries(names.map((name) => [name, '[redacted]']));
  logger.info({ ...fields, a: { ...fields, b: { ...fields, c: 'shown' } } });
  const { level: _level, time: _time, ...line } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  expect(line).toEqual({ ...cut, a: { ...cut, b: { ...cut, c: 'shown' } } });
});

test('writes for people on a terminal, as JSON elsewhere, and from its level on', () => {
  const firstOf = (format: 'auto' | 'json' | 'pretty', isTerminal?: boolean) => {
    const lines: string[] = [];
    const logger = createLogger({
      level: 'warn',
      format,
      secrets: [],
      write: (line) => lines.push(line),
      ...(isTerminal === undefined ? {} : { isTerminal }),
    });
    logger.info('quiet');
    logger.warn('loud');
    expect(lines).toHaveLength(1);
    return lines[0]?.startsWith('{') ? 'json' : 'pretty';
  };
  expect([firstOf('auto', true), firstOf('auto', false), firstOf('json', true), firstOf('pretty', false)]).toEqual([
    'pretty',
    'json',
    'json',
    'pretty',
  ]);
  expect(firstOf('auto')).toBe(process.stdout.isTTY === true ? 'pretty' : 'json');
});

test('cuts each of several secrets, each time it stands there', () => {
  const { lines, logger } = capture('json', ['first', 'second']);
  logger.info({ first: 'a first', list: ['second', 'first'] }, 'second and first');
  const { level: _level, time: _time, ...line } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  expect(line).toEqual({ '[redacted]': 'a [redacted]', list: ['[redacted]', '[redacted]'], msg: '[redacted] and [redacted]' });
});
