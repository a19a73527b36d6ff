import { expect, test } from 'vitest';
import { toAuthUser, type UserRow } from './auth-user.ts';

const opened = { id: 's-1', expiresAt: new Date('2026-02-01T00:00:00Z') };
const row: UserRow = { id: 'u-1', name: 'Ada', email: 'ada@example.org', createdAt: new Date('2026-01-01T00:00:00Z') };
const shown = (changes: Partial<UserRow>) => toAuthUser({ ...row, ...changes }, opened);

test('ACC-01 a user has its own name and address, and no more than the row says', () => {
  expect(shown({})).toEqual({
    ...{ id: 'u-1', name: 'Ada', email: 'ada@example.org', role: 'user', isAnonymous: false, isOwner: false },
    ...{ avatar: null, language: null, theme: null, createdAt: row.createdAt, session: opened },
  });
});

test.each([
  [
    { isAnonymous: true, name: 'Anonymous' },
    { name: null, email: null, role: 'guest', isAnonymous: true },
  ],
  [{ isAnonymous: true }, { name: 'Ada', email: null }],
  [
    { isOwner: true, isAdmin: true, name: 'Owner' },
    { name: null, email: null, role: 'admin', isOwner: true },
  ],
  [{ isOwner: true, name: 'Anonymous' }, { name: 'Anonymous' }],
  [{ name: 'Owner' }, { name: 'Owner', email: 'ada@example.org' }],
  [{ name: 'Anonymous' }, { name: 'Anonymous' }],
  [{ isLifetime: true }, { role: 'lifetime' }],
  [{ paidUntil: new Date(Date.now() + 60_000) }, { role: 'paid' }],
  [{ paidUntil: new Date(Date.now() - 60_000) }, { role: 'user' }],
  [
    { language: 'zh', theme: 'dark' },
    { language: 'zh', theme: 'dark' },
  ],
  [
    { language: 'klingon', theme: 'plaid' },
    { language: null, theme: null },
  ],
] as const)('ACC-01 a row with %j is shown with %j', (changes, expected) => {
  expect(shown(changes)).toMatchObject(expected);
});
