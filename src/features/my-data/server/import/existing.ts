/** What the account already has, compared by values that survive an export: importing twice adds nothing. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { collections } from '#db/schema/collections.ts';
import { contents, sources } from '#db/schema/content.ts';
import { libraryAnswers } from '#db/schema/library-answers.ts';
import { customPrompts } from '#db/schema/prompts.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { wantedLink } from '#features/contents/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import type { Row } from '../archive/format.ts';
import type { CheckedContent } from './check-entries.ts';

export type Existing = {
  contentId(file: Pick<CheckedContent, 'source' | 'content'>): string | null;
  promptId: (row: Row) => string | null;
  collectionId: (row: Row) => string | null;
  smartFolderId: (row: Row) => string | null;
  hasAnswer(row: Row): boolean;
  contents: number;
  answers: number;
  prompts: number;
  collections: number;
  smartFolders: number;
};

const keyOf = (name: unknown, createdAt: unknown) => `${createdAt instanceof Date ? createdAt.getTime() : ''} ${String(name)}`;

export async function readExisting(db: Executor, userId: string): Promise<Existing> {
  const records = await db
    .select({ id: contents.id, title: contents.title, createdAt: contents.createdAt, url: sources.url })
    .from(contents)
    .innerJoin(sources, eq(sources.id, contents.sourceId))
    .where(eq(contents.userId, userId));
  const prompts = await db
    .select({ id: customPrompts.id, title: customPrompts.title, createdAt: customPrompts.createdAt })
    .from(customPrompts)
    .where(and(eq(customPrompts.userId, userId), isNull(customPrompts.deletedAt)));
  const lists = await db
    .select({ id: collections.id, name: collections.name, createdAt: collections.createdAt })
    .from(collections)
    .where(eq(collections.userId, userId));
  const folders = await db
    .select({ id: smartFolders.id, name: smartFolders.name, createdAt: smartFolders.createdAt })
    .from(smartFolders)
    .where(eq(smartFolders.userId, userId));
  const answers = await db
    .select({ question: libraryAnswers.question, createdAt: libraryAnswers.createdAt })
    .from(libraryAnswers)
    .where(eq(libraryAnswers.userId, userId));
  const byUrl = new Map(records.flatMap(({ id, url }) => (url === null ? [] : [[url, id]])));
  const byFile = new Map(
    records.flatMap(({ id, url, title, createdAt }) => (url === null ? [[keyOf(title, createdAt), id]] : [])),
  );
  const knownPrompts = new Map(prompts.map(({ id, title, createdAt }) => [keyOf(title, createdAt), id]));
  const knownLists = new Map(lists.map(({ id, name, createdAt }) => [keyOf(name, createdAt), id]));
  const knownFolders = new Map(folders.map(({ id, name, createdAt }) => [keyOf(name, createdAt), id]));
  const knownAnswers = new Set(answers.map(({ question, createdAt }) => keyOf(question, createdAt)));
  return {
    contentId: ({ source, content }) =>
      source.url === null
        ? (byFile.get(keyOf(content.title, content.createdAt)) ?? null)
        : (byUrl.get(linkOf(source.url).url) ?? null),
    promptId: ({ title, createdAt }) => knownPrompts.get(keyOf(title, createdAt)) ?? null,
    collectionId: ({ name, createdAt }) => knownLists.get(keyOf(name, createdAt)) ?? null,
    smartFolderId: ({ name, createdAt }) => knownFolders.get(keyOf(name, createdAt)) ?? null,
    hasAnswer: ({ question, createdAt }) => knownAnswers.has(keyOf(question, createdAt)),
    contents: records.length,
    answers: answers.length,
    prompts: prompts.length,
    collections: lists.length,
    smartFolders: folders.length,
  };
}

/** Errors: `archive_damaged`. */
export function linkOf(url: string): { key: string; url: string } {
  try {
    return wantedLink(url);
  } catch (error) {
    throw new AppError('archive_damaged', { cause: error });
  }
}
