/** A guest of a page who has a library already: on the server that all tests share, or on one of this test alone. */
import type { Page } from '@playwright/test';
import { createDatabase, type DatabaseClient, type DatabaseConnection } from '#db/client.ts';
import { seedLibrary } from '../database/seed-library.ts';
import type { TestServerOptions } from '../http/server.ts';
import { appUrl } from './e2e-ports.ts';
import { sharedDatabase, startOwnServer } from './e2e-server.ts';
import { becomeGuest } from './guests.ts';

export type SeededLibrary = { url: string; database: DatabaseClient; userId: string };
type Use = (library: SeededLibrary) => Promise<void>;

/** For tests that need no setting, and whose statements name this user: others’ rows are in the same tables. */
export function withSeededLibrary(page: Page, contents: number, use: Use): Promise<void> {
  return seedAndUse(page, contents, { url: appUrl, connection: sharedDatabase() }, use, true);
}

/** For tests that need a setting, count whole tables or break the database. */
export async function withSeededServer(
  page: Page,
  contents: number,
  use: Use,
  options: Omit<TestServerOptions, 'database'> = {},
): Promise<void> {
  const app = await startOwnServer(options);
  try {
    await seedAndUse(page, contents, { url: app.url, connection: app.database }, use);
  } finally {
    await app.stop();
    app.remove();
  }
}

async function seedAndUse(
  page: Page,
  contents: number,
  { url, connection }: { url: string; connection: DatabaseConnection },
  use: Use,
  isShared = false,
): Promise<void> {
  const database = createDatabase(connection, { max: 2, applicationName: 'test' });
  try {
    const userId = await becomeGuest(page, url);
    await seedLibrary(database.db, {
      contents: { [userId]: contents },
      others: 0,
      noteSentences: 1,
      lines: 2,
      mark: isShared ? `${userId}-` : '',
    });
    await use({ url, database, userId });
  } finally {
    await database.close();
  }
}
