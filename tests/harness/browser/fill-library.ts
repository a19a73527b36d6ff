/** A library of short texts, made by call on the server that all tests share. */
import type { Page } from '@playwright/test';
import { createDatabase } from '#db/client.ts';
import { chanceOf, sentence } from '../files/make-tracks.ts';
import { appUrl } from './e2e-ports.ts';
import { sharedDatabase } from './e2e-server.ts';
import { becomeGuest } from './guests.ts';
import { summariseUpload } from './recording.ts';

/** The newest is the last of `titles`. */
export async function fillLibrary(page: Page, titles: readonly string[]): Promise<void> {
  await becomeGuest(page, appUrl);
  const contentIds = await Promise.all(
    titles.map((title, index) => {
      const chance = chanceOf(index + 7);
      const text = Array.from({ length: 8 }, () => sentence('zh', chance)).join('\n\n');
      return summariseUpload(page, { name: `${title}.txt`, buffer: Buffer.from(text) }, { origin: appUrl });
    }),
  );
  // Made side by side, they were ready in any order.
  const { query, close } = createDatabase(sharedDatabase(), { max: 1, applicationName: 'test' });
  await query(
    `update contents set updated_at = now() - interval '1 millisecond' * (cardinality($1::uuid[]) - array_position($1::uuid[], id))
     where id = any($1::uuid[])`,
    [contentIds],
  );
  await close();
}
