import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { goesWithTheAccount, keepsTheAccount } from './account-data.ts';
import { user } from './schema/auth.ts';

test('every table with a user either keeps an account or says why it does not', async () => {
  const folder = join(import.meta.dirname, 'schema');
  const withUser = new Set<string>();
  for (const file of readdirSync(folder)) {
    const schema: Record<string, unknown> = await import(join(folder, file));
    for (const [name, table] of Object.entries(schema)) {
      if (!is(table, PgTable)) continue;
      const { columns, foreignKeys } = getTableConfig(table);
      const namesUser = columns.some((column) => /(?:^|_)user_id$/.test(column.name));
      const pointsAtUser = foreignKeys.some((key) => getTableName(key.reference().foreignTable) === getTableName(user));
      if (namesUser || pointsAtUser) withUser.add(name);
    }
  }
  expect(withUser.size).toBeGreaterThan(15);
  const said = [...Object.keys(keepsTheAccount), ...Object.keys(goesWithTheAccount)];
  expect(said.sort()).toEqual([...withUser].sort());
});
