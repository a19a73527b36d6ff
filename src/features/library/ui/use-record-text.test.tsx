import { expect, test } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { library } from '../words/first/en.ts';
import { RecordExtraProvider } from './record-extra.tsx';
import { useRecordText } from './use-record-text.ts';
import type { RecordRow } from './use-records.ts';

async function opened(watchLater = false) {
  const page = openPage({ words: { library } });
  const hook = await page.render(
    () => useRecordText(),
    null,
    (children) => <RecordExtraProvider value={{ render: () => null, watchLater }}>{children}</RecordExtraProvider>,
  );
  return (row: object, length?: number) =>
    hook.now({ excerpt: null, status: 'processing', problem: null, run: null, ...row } as unknown as RecordRow, length);
}

test('a record shows the beginning of its note, as long as there is room', async () => {
  const text = await opened();
  expect([text({ excerpt: 'Some words' }), text({ excerpt: 'Some words' }, 5), text({ excerpt: '' })]).toEqual([
    'Some words',
    'Some…',
    '',
  ]);
  const later = await opened(true);
  expect([
    later({ excerpt: 'Words' }),
    later({ excerpt: 'Words…' }),
    later({ excerpt: '' }),
    later({ excerpt: 'Words' }, 9),
  ]).toEqual(['Words…', 'Words…', '', 'Words…']);
});

test('a record without a note says why, and what can be done', async () => {
  const text = await opened();
  const { status } = library;
  const run = (code: string) => ({ run: { code, params: {} } });
  const problem = { code: 'not_found', params: {} };
  expect(text({ status: 'failed' })).toBe(status.failedHint);
  expect(text({ status: 'failed', problem })).not.toBe(status.failedHint);
  expect(text({ status: 'failed', problem })).toMatch(/\w/);
  expect(text({ status: 'cancelled', ...run('queued') })).toBe(status.cancelledHint);
  expect([text({}), text(run('code_of_a_newer_server'))]).toEqual([status.slowHint, status.slowHint]);
  const waiting = text(run('waiting_provider'));
  expect(waiting).not.toContain(status.slowHint);
  const doing = text(run('queued'));
  expect(doing).toMatch(/. · ./);
  expect(doing.endsWith(` · ${status.slowHint}`)).toBe(true);
});
