import { expect, test } from 'vitest';
import { isReservedEmail } from './reserved-emails.ts';

test('addresses of the reserved domain are told by what stands behind the last @', () => {
  const reserved = ['a@gleaner.invalid', ' A@Guests.GLEANER.invalid ', '"a@b"@gleaner.invalid', 'a@b@c@x.gleaner.invalid'];
  const open = [
    'a@b.org',
    'gleaner.invalid@b.org',
    '"@gleaner.invalid"@b.org',
    'a@notgleaner.invalid',
    'a@gleaner.invalid.org',
    '',
  ];
  expect([reserved.map(isReservedEmail), open.map(isReservedEmail)]).toEqual([reserved.map(() => true), open.map(() => false)]);
});
