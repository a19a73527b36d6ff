/** The tables whose data a person would miss: an account with rows in them is kept. */
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { subscriptions } from './schema/channels.ts';
import { collections } from './schema/collections.ts';
import { contents } from './schema/content.ts';
import { modelKeys, siteCredentials } from './schema/credentials.ts';
import { licenses } from './schema/ledger.ts';
import { imageGenerations, musicGenerations, videoProcessingTasks } from './schema/outputs.ts';
import { customPrompts } from './schema/prompts.ts';
import { smartFolders } from './schema/smart-folders.ts';
import { uploads } from './schema/uploads.ts';

/** Every table with a user column is listed here or in `goesWithTheAccount`. */
export const keepsTheAccount = {
  contents,
  uploads,
  collections,
  customPrompts,
  modelKeys,
  siteCredentials,
  smartFolders,
  subscriptions,
  licenses,
  musicGenerations,
  imageGenerations,
  videoProcessingTasks,
};

/** Tables whose rows alone are no reason to keep an account, by the name of the constant, with the reason. */
export const goesWithTheAccount: Record<string, string> = {
  account: 'how somebody signs in',
  adminActions: 'what an administrator did; it stays without a name',
  automaticSummaries: 'a count of what was used',
  channelSettings: 'about subscriptions, which count',
  batches: 'what was sent at once; its contents count',
  digests: 'about subscriptions, which count',
  digestSettings: 'about subscriptions, which count',
  chatHistory: 'belongs to a content',
  collectionItems: 'belong to a collection',
  deletedCollections: 'deleted, and gone in a day',
  ledgerAccounts: 'figures, which stay without the user; what was bought is a license',
  invitations: 'an administrator made them; they stay without a name',
  licenseBatches: 'an administrator made them; they stay without a name',
  libraryAnswerSources: 'belong to a content',
  libraryAnswers: 'questions, which can be asked again',
  librarySearch: 'made from contents',
  libraryStale: 'made from contents',
  listings: 'a playlist that was looked at and is forgotten soon',
  modelUses: 'a count of what was used',
  noteVersions: 'belong to a content',
  promptResults: 'belong to a content',
  referralLinks: 'a link that can be made again',
  referrals: 'who came by a link; it stays without a name',
  runs: 'shared work, of which a user only lends the key',
  sharedNotes: 'belong to a content',
  session: 'ends by itself; accounts with one are kept',
  talkArticleParts: 'belong to a content',
  talkArticles: 'belong to a content',
  tasks: 'work, which is ended before an account is deleted',
  transcriptEdits: 'belong to a content',
  transcriptTranslations: 'belong to a content',
  userContentHighlights: 'belong to a content',
  watchLater: 'belong to a content',
};

export function hasData(userId: SQL | PgColumn): SQL {
  const parts = Object.values(keepsTheAccount).map(
    (table) => sql`exists (select 1 from ${table} where ${table.userId} = ${userId})`,
  );
  return sql`(${sql.join(parts, sql` or `)})`;
}
