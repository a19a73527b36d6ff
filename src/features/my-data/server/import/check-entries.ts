/** Reads and checks every row of an archive before anything is written. */
import { z } from 'zod';
import { type ContentTable, contentTables } from '#db/content-tables.ts';
import { collectionItems, collections } from '#db/schema/collections.ts';
import { contents, extractions } from '#db/schema/content.ts';
import { libraryAnswerSources, libraryAnswers } from '#db/schema/library-answers.ts';
import { customPrompts } from '#db/schema/prompts.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { type Extracted, zCoverage, zExtracted, zOutline } from '#engine/domain.ts';
import { collectionNameLength } from '#features/collections/shared/clean-collection-name.ts';
import { zTextQuote } from '#features/highlights/contract.ts';
import { maxCommentLength, maxHighlightLength } from '#features/highlights/shared/highlight-kinds.ts';
import { leastSpokenSeconds } from '#features/metering/shared/processed-time.ts';
import { promptLimits } from '#features/prompts/shared/prompt-limits.ts';
import { zTranscriptEdit } from '#features/transcripts/contract.ts';
import { zStoredLines } from '#features/transcripts/server/index.ts';
import { AppError } from '#lib/app-error.ts';
import { askLimits, collectionDescriptionLength, mostInCollection, smartFolderLimits, titleLength } from '#lib/input-limits.ts';
import { maxMarkdownLength } from '#lib/markdown/limits.ts';
import { zSmartFolderRules } from '#lib/smart-folder-rules.ts';
import { storable } from '#lib/text/storable-text.ts';
import {
  answersName,
  type ContentFile,
  channelsName,
  collectionsName,
  isContentName,
  isFileName,
  promptsName,
  type Row,
  smartFoldersName,
  zAnswersFile,
  zChannelsFile,
  zCollectionsFile,
  zContentFile,
  zPromptsFile,
  zSmartFoldersFile,
} from '../archive/format.ts';
import type { Archive } from '../archive/read-archive.ts';
import { rowSchema } from '../archive/row-json.ts';

export type CheckedContent = Omit<ContentFile, 'rows'> & { rows: Record<ContentTable, Row[]> };
export type CheckedAnswer = { answer: Row; sources: Row[] };
export type CheckedCollection = { collection: Row; items: Row[] };

const zExtraction = rowSchema(extractions, ['sourceId', 'contentId', 'data']).and(
  z.object({ data: zExtracted.transform(withHonestLength) }),
);

/** A note costs what was heard, and an archive may claim that a speech of hours took a second. */
function withHonestLength(data: Extracted): Extracted {
  const { transcript } = data;
  const heardMs = transcript?.provenance.heardMs;
  if (transcript === null || heardMs === undefined) return data;
  const least = Math.round(leastSpokenSeconds(transcript.segments) * 1000);
  const provenance = { ...transcript.provenance, heardMs: Math.max(heardMs, least) };
  return { ...data, transcript: { ...transcript, provenance } };
}

/** The same limits as for typed text: prompts go to a model, and names are shown in lists. */
const textUpTo = (most: number) => z.string().min(1).max(most);
const zContent = rowSchema(contents, [
  'userId',
  'sourceId',
  'activeRunId',
  'noteExcerpt',
  'noteTags',
  'lowerTags',
  'openTodos',
  'doneTodos',
])
  .and(z.object({ title: z.string(), note: z.string().max(maxMarkdownLength).nullish() }))
  // Titles of sources may be longer. No work of another server goes on here.
  .transform((row) => ({
    ...row,
    title: row.title.slice(0, titleLength),
    status: row.status === 'completed' || row.status === 'failed' ? row.status : row.note ? 'completed' : 'cancelled',
  }));
const zPrompt = rowSchema(customPrompts, ['userId']).and(
  z.object({ title: textUpTo(promptLimits.titleLength), customPrompt: textUpTo(promptLimits.promptLength) }),
);
const zCollection = rowSchema(collections, ['userId']).and(
  z.object({ name: textUpTo(collectionNameLength), description: z.string().max(collectionDescriptionLength).nullish() }),
);
const zItem = rowSchema(collectionItems, ['userId', 'collectionId']);
const zSmartFolder = rowSchema(smartFolders, ['userId', 'rules']).and(
  z.object({ name: textUpTo(smartFolderLimits.nameLength), rules: zSmartFolderRules }),
);
const zAnswer = rowSchema(libraryAnswers, ['userId']).and(
  z.object({
    question: z.string().max(askLimits.questionLength).optional(),
    markdown: z.string().max(maxMarkdownLength).optional(),
  }),
);
const zSource = rowSchema(libraryAnswerSources, ['userId', 'answerId']);
const zVersion = z.object({
  markdown: z.string().max(maxMarkdownLength),
  outline: zOutline.nullish(),
  coverage: zCoverage.nullish(),
});
const zHighlight = z.object({
  highlightText: textUpTo(maxHighlightLength),
  comment: z.string().max(maxCommentLength).optional(),
  anchors: zTextQuote,
});
/** What the readers of these rows pass over is left out, so that an account that has such a row can still be moved. */
const zReadable = {
  transcriptEdits: z.object({ edit: zTranscriptEdit }),
  transcriptTranslations: z.object({ lines: zStoredLines }),
};

const schemas = Object.fromEntries(
  Object.entries(contentTables).map(([name, { table, id }]) => {
    const left = id === 'serial' ? ['userId', 'contentId', 'id'] : ['userId', 'contentId'];
    return [name, rowSchema(table, left)];
  }),
) as Record<ContentTable, z.ZodType<Row>>;

export function contentNames(archive: Archive): string[] {
  return archive.names.filter(isContentName).sort();
}

/** Errors: `archive_damaged`, `archive_too_large`. */
export async function readContentFile(archive: Archive, name: string): Promise<CheckedContent> {
  const file = await archive.json(name, zContentFile);
  const rows = {} as Record<ContentTable, Row[]>;
  for (const table of Object.keys(schemas) as ContentTable[])
    rows[table] = (file.rows[table] ?? []).map((row) => check(schemas[table], row));
  for (const [table, schema] of Object.entries(zReadable) as [keyof typeof zReadable, z.ZodType][])
    rows[table] = rows[table].filter((row) => schema.safeParse(row).success);
  for (const row of rows.noteVersions) check(zVersion, row);
  for (const row of rows.userContentHighlights) check(zHighlight, row);
  for (const { file: one } of file.files)
    if (!isFileName(one) || !archive.names.includes(one)) throw new AppError('archive_damaged', { detail: 'a file is missing' });
  const content = check(zContent, file.content);
  return { ...file, content, extractions: file.extractions.map((row) => check(zExtraction, row)), rows };
}

export async function readPrompts(archive: Archive): Promise<Row[]> {
  if (!archive.names.includes(promptsName)) return [];
  const { prompts } = await archive.json(promptsName, zPromptsFile);
  return prompts.map((prompt) => check(zPrompt, prompt));
}

export async function readChannels(archive: Archive): Promise<z.output<typeof zChannelsFile> | null> {
  if (!archive.names.includes(channelsName)) return null;
  return storable(await archive.json(channelsName, zChannelsFile));
}

export async function readSmartFolders(archive: Archive): Promise<Row[]> {
  if (!archive.names.includes(smartFoldersName)) return [];
  const { smartFolders: folders } = await archive.json(smartFoldersName, zSmartFoldersFile);
  return folders.map((folder) => check(zSmartFolder, folder));
}

export async function readCollectionLists(archive: Archive): Promise<CheckedCollection[]> {
  if (!archive.names.includes(collectionsName)) return [];
  const { collections: lists } = await archive.json(collectionsName, zCollectionsFile);
  if (lists.some(({ items }) => items.length > mostInCollection))
    throw new AppError('collection_full', { params: { most: mostInCollection } });
  return lists.map(({ collection, items }) => ({
    collection: check(zCollection, collection),
    items: items.map((item) => check(zItem, item)),
  }));
}

export async function readAnswers(archive: Archive): Promise<CheckedAnswer[]> {
  if (!archive.names.includes(answersName)) return [];
  const { answers } = await archive.json(answersName, zAnswersFile);
  return answers.map(({ answer, sources }) => ({
    answer: check(zAnswer, answer),
    sources: sources.map((source) => check(zSource, source)),
  }));
}

function check<Schema extends z.ZodType>(schema: Schema, row: unknown): z.output<Schema> {
  const result = schema.safeParse(storable(row));
  if (!result.success) throw new AppError('archive_damaged', { cause: result.error });
  return result.data;
}
