/** Tables whose rows are exported with their content, in an order in which they can be inserted. */
import type { PgTable } from 'drizzle-orm/pg-core';
import { talkArticleParts, talkArticles } from './schema/articles.ts';
import { chatHistory } from './schema/chat.ts';
import { noteVersions } from './schema/content.ts';
import { userContentHighlights } from './schema/highlights.ts';
import { promptResults } from './schema/prompts.ts';
import { transcriptEdits, transcriptTranslations } from './schema/transcript-edits.ts';
import { watchLater } from './schema/watch-later.ts';

type Part = {
  table: PgTable;
  /** The kind of id that an import generates anew; null: the table has none. */
  id: 'uuid' | 'serial' | null;
};

export const contentTables = {
  noteVersions: { table: noteVersions, id: 'uuid' },
  transcriptEdits: { table: transcriptEdits, id: 'serial' },
  transcriptTranslations: { table: transcriptTranslations, id: null },
  userContentHighlights: { table: userContentHighlights, id: 'uuid' },
  chatHistory: { table: chatHistory, id: 'uuid' },
  promptResults: { table: promptResults, id: 'uuid' },
  talkArticles: { table: talkArticles, id: null },
  talkArticleParts: { table: talkArticleParts, id: null },
  watchLater: { table: watchLater, id: null },
} as const satisfies Record<string, Part>;

export type ContentTable = keyof typeof contentTables;

/** Tables with a user column that an archive has elsewhere or leaves out, with the reason. */
export const otherUserTables: Record<string, string> = {
  account: 'how somebody signs in',
  adminActions: 'a log of the server; it names the account only while it is there',
  automaticSummaries: 'a count of what was used',
  batches: 'what was sent at once',
  channelSettings: 'in data/channels.json',
  collectionItems: 'in data/collections.json',
  collections: 'in data/collections.json',
  contents: 'in data/contents',
  customPrompts: 'in data/prompts.json',
  deletedCollections: 'deleted, and gone in a day',
  digests: 'lists of what subscriptions brought; the notes are in data/contents',
  digestSettings: 'in data/channels.json, without the secret parts of its links',
  imageGenerations: 'files of a provider, which are not kept here',
  invitations: 'made by an administrator for others',
  ledgerAccounts: 'its entries are in history/time.json; an import grants nothing',
  libraryAnswerSources: 'in data/answers.json',
  libraryAnswers: 'in data/answers.json',
  librarySearch: 'made from contents',
  libraryStale: 'made from contents',
  licenseBatches: 'made by an administrator for others',
  licenses: 'bought for this server; the orders are in history/time.json',
  listings: 'a playlist that was looked at and is forgotten soon',
  modelKeys: 'a secret, sealed for this server',
  modelUses: 'a count of what was used',
  musicGenerations: 'files of a provider, which are not kept here',
  referralLinks: 'a link of this server',
  referrals: 'figures of this server',
  runs: 'shared work',
  session: 'a browser',
  sharedNotes: 'addresses of this server: an archive publishes nothing',
  siteCredentials: 'a secret, sealed for this server',
  smartFolders: 'in data/smart-folders.json',
  subscriptions: 'in data/channels.json',
  tasks: 'work under way',
  uploads: 'files of contents are under files/',
  videoProcessingTasks: 'files of a provider, which are not kept here',
};
