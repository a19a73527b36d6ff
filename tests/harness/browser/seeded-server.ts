/** A server of one test whose guest has a library already. The seed fills a database once, so each such test has its own. */
import type { Page } from '@playwright/test';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { seedLibrary } from '../database/seed-library.ts';
import type { TestServer, TestServerOptions } from '../http/server.ts';
import { startOwnServer } from './e2e-server.ts';
import { becomeGuest } from './guests.ts';

export type SeededServer = { app: TestServer; database: DatabaseClient; userId: string };

export async function withSeededServer(
  page: Page,
  contents: number,
  use: (server: SeededServer) => Promise<void>,
  options: Omit<TestServerOptions, 'database'> = {},
): Promise<void> {
  const app = await startOwnServer(options);
  const database = createDatabase(app.database, { max: 2, applicationName: 'test' });
  try {
    const userId = await becomeGuest(page, app.url);
    await seedLibrary(database.db, { contents: { [userId]: contents }, others: 0, noteSentences: 1, lines: 2 });
    await use({ app, database, userId });
  } finally {
    await database.close();
    await app.stop();
    app.remove();
  }
}
