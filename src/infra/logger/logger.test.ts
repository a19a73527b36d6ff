import { expect, test } from 'vitest';
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
