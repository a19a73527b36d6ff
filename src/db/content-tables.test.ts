import { expect, test } from 'vitest';
import { goesWithTheAccount, keepsTheAccount } from './account-data.ts';
import { contentTables, otherUserTables } from './content-tables.ts';

test('ACC-12 every table with a user is in an archive or says why it is not', () => {
  const said = [...Object.keys(contentTables), ...Object.keys(otherUserTables)];
  const known = [...Object.keys(keepsTheAccount), ...Object.keys(goesWithTheAccount)];
  expect(said.sort()).toEqual(known.sort());
});
