/** The tables as the code describes them are those that the migrations make: columns, keys, indexes, conditions, everything. */
import { readFileSync } from 'node:fs';
import { generateDrizzleJson } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import * as adminActionsSchema from './schema/admin-actions.ts';
import * as articlesSchema from './schema/articles.ts';
import * as authSchema from './schema/auth.ts';
import * as batchesSchema from './schema/batches.ts';
import * as channelsSchema from './schema/channels.ts';
import * as chatSchema from './schema/chat.ts';
import * as collectionsSchema from './schema/collections.ts';
import * as contentSchema from './schema/content.ts';
import * as credentialsSchema from './schema/credentials.ts';
import * as digestsSchema from './schema/digests.ts';
import * as engineHealthSchema from './schema/engine-health.ts';
import * as highlightsSchema from './schema/highlights.ts';
import * as invitationsSchema from './schema/invitations.ts';
import * as ledgerSchema from './schema/ledger.ts';
import * as libraryAnswersSchema from './schema/library-answers.ts';
import * as librarySearchSchema from './schema/library-search.ts';
import * as licenseBatchesSchema from './schema/license-batches.ts';
import * as modelReservationsSchema from './schema/model-reservations.ts';
import * as modelUsesSchema from './schema/model-uses.ts';
import * as outputsSchema from './schema/outputs.ts';
import * as promptsSchema from './schema/prompts.ts';
import * as rateLimitsSchema from './schema/rate-limits.ts';
import * as referralsSchema from './schema/referrals.ts';
import * as sharedNotesSchema from './schema/shared-notes.ts';
import * as siteRateLimitsSchema from './schema/site-rate-limits.ts';
import * as smartFoldersSchema from './schema/smart-folders.ts';
import * as squareSearchSchema from './schema/square-search.ts';
import * as tasksSchema from './schema/tasks.ts';
import * as transcriptEditsSchema from './schema/transcript-edits.ts';
import * as uploadsSchema from './schema/uploads.ts';
import * as watchLaterSchema from './schema/watch-later.ts';
import * as workersSchema from './schema/workers.ts';

/** All of them: a table that is missing here is missing in the comparison. */
const files = [
  adminActionsSchema,
  articlesSchema,
  authSchema,
  batchesSchema,
  channelsSchema,
  chatSchema,
  collectionsSchema,
  contentSchema,
  credentialsSchema,
  digestsSchema,
  engineHealthSchema,
  highlightsSchema,
  invitationsSchema,
  ledgerSchema,
  libraryAnswersSchema,
  librarySearchSchema,
  licenseBatchesSchema,
  modelReservationsSchema,
  modelUsesSchema,
  outputsSchema,
  promptsSchema,
  rateLimitsSchema,
  referralsSchema,
  sharedNotesSchema,
  siteRateLimitsSchema,
  smartFoldersSchema,
  squareSearchSchema,
  tasksSchema,
  transcriptEditsSchema,
  uploadsSchema,
  watchLaterSchema,
  workersSchema,
];

const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./migrations/meta/${name}`, import.meta.url), 'utf8'));

/** What Drizzle kept of the schema when it wrote the newest migration. */
function readNewestSnapshot(): unknown {
  const { entries } = readJson('_journal.json') as { entries: { idx: number }[] };
  return readJson(`${String(entries.at(-1)?.idx).padStart(4, '0')}_snapshot.json`);
}

test('the tables of the code are those of the newest migration', () => {
  // Two files may name a helper alike, so each name carries the place of its file.
  const everything = Object.assign({}, ...files.map((file, at) => renamed(file, at)));
  const ids = { id: expect.any(String), prevId: expect.any(String) };
  const described: unknown = JSON.parse(JSON.stringify(generateDrizzleJson(everything)));
  expect(described).toEqual({ ...(readNewestSnapshot() as object), ...ids });
});

const renamed = (file: object, at: number) =>
  Object.fromEntries(Object.entries(file).map(([name, value]) => [`${at} ${name}`, value as unknown]));
