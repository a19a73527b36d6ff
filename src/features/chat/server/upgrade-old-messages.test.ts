import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zChatMessage } from '../contract.ts';
import { upgradeOldMessages } from './upgrade-old-messages.ts';

test('CON-11 legacy messages get an id of their place, parts, and the time under either name', () => {
  expect(
    upgradeOldMessages([
      { role: 'user', content: 'Why?', created_at: '2025-03-01T10:00:00+08:00' },
      { role: 'assistant', content: 'Because.', createdAt: 1_740_800_000_000 },
      { content: 'no role' },
      { role: 'wizard', content: 'odd role', createdAt: 'yesterday' },
    ]),
  ).toEqual([
    message('legacy-0', 'user', 'Why?', '2025-03-01T02:00:00.000Z'),
    message('legacy-1', 'assistant', 'Because.', '2025-03-01T03:33:20.000Z'),
    message('legacy-2', 'user', 'no role', null),
    message('legacy-3', 'user', 'odd role', null),
  ]);
});

test('CON-11 messages with parts keep what fits; what is no message is left out and does not move the others', () => {
  const read = upgradeOldMessages([
    null,
    'text',
    {
      id: 'a',
      role: 'assistant',
      parts: [{ type: 'step-start' }, { type: 'text', text: 'Hi', state: 'done' }],
      metadata: { createdAt: '2026-01-01T00:00:00Z', related: ['Next?', 4], sources: ['x'] },
    },
    { role: 'user', content: 'old' },
    { id: 'b', role: 'tool', parts: [] },
  ]);
  expect(read.map(({ id }) => id)).toEqual(['a', 'legacy-3']);
  expect(read[0]).toMatchObject({
    parts: [{ type: 'text', text: 'Hi' }],
    metadata: { createdAt: '2026-01-01T00:00:00.000Z', related: ['Next?'], sources: [] },
  });
});

test('whatever is stored, what is read is a conversation, and reading it again changes nothing', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.array(fc.record({ role: fc.string(), content: fc.string(), createdAt: fc.anything() }))),
      (stored) => {
        const read = upgradeOldMessages(stored);
        for (const each of read) expect(zChatMessage.safeParse(each).success).toBe(true);
        expect(upgradeOldMessages(read)).toEqual(read);
      },
    ),
  );
});

function message(id: string, role: string, text: string, createdAt: string | null) {
  return { id, role, parts: [{ type: 'text', text }], metadata: { createdAt, sources: [], related: [] } };
}
