import { expect, test } from 'vitest';
import type { z } from 'zod';
import { findAppError } from '#lib/app-error.ts';
import { answersName, channelsName, collectionsName, promptsName, smartFoldersName } from '../archive/format.ts';
import type { Archive } from '../archive/read-archive.ts';
import {
  contentNames,
  readAnswers,
  readChannels,
  readCollectionLists,
  readContentFile,
  readPrompts,
  readSmartFolders,
} from './check-entries.ts';

/** An archive with these entries; JSON is parsed as in a real one. */
function archiveOf(entries: Record<string, unknown>): Archive {
  const names = Object.keys(entries);
  const json = async <Schema extends z.ZodType>(name: string, schema: Schema) => schema.parse(entries[name]);
  return { names, json, bytesOf: () => 0, stream: () => Promise.reject(new Error('not read')), close: () => {} };
}
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error: unknown) => findAppError(error)?.code,
  );

const id = '6f4e0dd5-4d43-4d3c-8f4b-3a0ad5b3b4b2';
const content = { title: 'A\u0000 title', contentType: 'online', noteLanguage: 'en' };
const extracted = {
  ...{ kind: 'page', canonicalUrl: null, title: 'A', author: null, siteName: null, description: null, publishedAt: null },
  ...{ language: null, durationMs: null, coverUrl: null, coverBlob: null, media: null, chapters: [], articleMarkdown: null },
  ...{ transcript: null, problem: null },
};
const version = { markdown: 'words', method: 'edited' };
const anchors = { exact: 'rye', prefix: '', suffix: '', start: 0, alone: true };
const mark = { id, highlightText: 'rye', scope: 'note', contentKey: 'k', colour: 'yellow', anchors };
const file = {
  ...{ source: { url: 'https://a.example/', fileName: null, file: null }, content, extractions: [{ id, data: extracted }] },
  ...{ rows: { noteVersions: [version], unknownTable: [{ a: 1 }] }, files: [{ file: 'files/1', kind: 'cover', name: 'c' }] },
};
const read = (changes: object, others: Record<string, unknown> = { 'files/1': 0 }) =>
  readContentFile(archiveOf({ 'data/contents/000001.json': { ...file, ...changes }, ...others }), 'data/contents/000001.json');

test('ACC-12 contents of an archive are its entries of that form, in order', () => {
  const names = ['data/contents/000002.json', 'data/contents/x.json', 'data/account.json', 'data/contents/000001.json'];
  expect(contentNames(archiveOf(Object.fromEntries(names.map((name) => [name, {}]))))).toEqual([names[3], names[0]]);
});

test('ACC-12 a content is read with the rows of every table that is known, without what another account must not choose', async () => {
  const found = await read({ content: { ...content, userId: 'bob', sourceId: id, activeRunId: id, noteTags: ['x'] } });
  // Characters that cannot be stored are removed.
  expect(found.content).toEqual({ ...content, title: 'A title', status: 'cancelled' });
  expect(found.extractions).toEqual([{ id, data: extracted }]);
  const { noteVersions, ...others } = found.rows;
  expect(noteVersions).toEqual([version]);
  expect(Object.keys(others).toSorted()).toEqual(
    [
      ...['chatHistory', 'promptResults', 'talkArticleParts', 'talkArticles', 'transcriptEdits', 'transcriptTranslations'],
      ...['userContentHighlights', 'watchLater'],
    ].toSorted(),
  );
  expect(Object.values(others)).toEqual(Object.keys(others).map(() => []));
});

test.each<[what: string, changes: object, others?: Record<string, unknown>]>([
  ['a content without a title', { content: { ...content, title: undefined } }],
  ['an extraction in another shape', { extractions: [{ id, data: { ...extracted, chapters: null } }] }],
  ['a version of a method that is none', { rows: { noteVersions: [{ ...version, method: 'told' }] } }],
  ['a version whose outline is none', { rows: { noteVersions: [{ ...version, outline: { method: 'model' } }] } }],
  ['a version whose coverage is more than all', { rows: { noteVersions: [{ ...version, coverage: { share: 2, slices: [] } }] } }],
  ['a note longer than one that is typed', { content: { ...content, note: 'x'.repeat(200_001) } }],
  ['a version longer than a note', { rows: { noteVersions: [{ ...version, markdown: 'x'.repeat(200_001) }] } }],
  ['a mark longer than one that is made', { rows: { userContentHighlights: [{ ...mark, highlightText: 'x'.repeat(10_001) }] } }],
  ['a comment longer than one that is typed', { rows: { userContentHighlights: [{ ...mark, comment: 'x'.repeat(10_001) }] } }],
  ['a mark without its place', { rows: { userContentHighlights: [{ ...mark, anchors: { exact: 'rye' } }] } }],
  ['a file that is not there', {}, {}],
  ['a file beside the files', { files: [{ file: 'data/account.json', kind: 'cover', name: 'c' }] }, { 'data/account.json': 0 }],
])('ACC-12 %s is damage', async (_what, changes, others) => {
  expect(await codeOf(read(changes, others ?? { 'files/1': 0 }))).toBe('archive_damaged');
});

test('ACC-12 a refusal of rows says what is wrong with them, and of a long collection how long one may be', async () => {
  const refusal = (reading: Promise<unknown>) => reading.catch((error: unknown) => error);
  expect(await refusal(read({}, {}))).toMatchObject({ message: 'archive_damaged: a file is missing' });
  const named = { files: [{ file: 'data/account.json', kind: 'cover', name: 'c' }] };
  expect(await refusal(read(named, { 'data/account.json': 0 }))).toMatchObject({ message: 'archive_damaged: a file is missing' });
  expect(await refusal(read({ content: { ...content, title: 1 } }))).toMatchObject({
    ...{ code: 'archive_damaged', cause: { name: 'ZodError' } },
  });
  const items = Array.from({ length: 5001 }, () => ({ contentId: id, position: 1 }));
  const lists = [
    { collection: { name: 'x', slug: 's' }, items: [] },
    { collection: { name: 'y', slug: 't' }, items },
  ];
  expect(await refusal(readCollectionLists(archiveOf({ [collectionsName]: { collections: lists } })))).toMatchObject({
    ...{ code: 'collection_full', params: { most: 5000 } },
  });
});

test('ACC-12 corrections and translations that nothing here can read are left out', async () => {
  const edit = { type: 'rename', from: 'A', to: 'Ada' };
  const lines = { key: 'rye' };
  const { rows } = await read({
    rows: {
      transcriptEdits: [{ edit }, { edit: { ...edit, to: 'x'.repeat(81) } }, { edit: ['rename'] }],
      transcriptTranslations: [
        { language: 'zh', lines: { key: 1 } },
        { language: 'en', lines },
      ],
    },
  });
  expect(rows.transcriptEdits).toEqual([{ edit }]);
  expect(rows.transcriptTranslations).toEqual([{ language: 'en', lines }]);
});

test('ACC-12 no content of an archive is at work here, and no title is longer than one that is typed', async () => {
  const statusOf = async (changes: object) => (await read({ content: { ...content, ...changes } })).content.status;
  expect(await statusOf({ status: 'processing' })).toBe('cancelled');
  expect(await statusOf({ status: 'processing', note: 'words' })).toBe('completed');
  expect(await statusOf({ status: 'failed' })).toBe('failed');
  expect(await statusOf({ status: 'completed' })).toBe('completed');
  const { title } = (await read({ content: { ...content, title: 'x'.repeat(301) } })).content;
  expect(title).toBe('x'.repeat(300));
  expect((await read({ rows: { userContentHighlights: [mark] } })).rows.userContentHighlights).toMatchObject([mark]);
});

test.each([
  ['a speech of twenty minutes that claims a second', 'word '.repeat(13_500), 1000, 1_200_000],
  ['a speech with its real length', 'word '.repeat(225), 61_500, 61_500],
])('ACC-03 ACC-12 %s is as long as its words take at least', async (_what, text, heardMs, kept) => {
  const segments = [{ id: 0, startMs: 0, endMs: 1000, text }];
  const transcript = { timed: true, language: 'en', provenance: { origin: 'speech', track: 'speech', heardMs }, segments };
  const found = await read({ extractions: [{ id, data: { ...extracted, transcript } }] });
  expect(found.extractions).toMatchObject([{ data: { transcript: { ...transcript, provenance: { heardMs: kept } } } }]);
});

test('ACC-12 prompts, collections and folders of an archive are as long as what is typed here, and no longer', async () => {
  const prompt = (title: number, customPrompt: number) =>
    readPrompts(
      archiveOf({ [promptsName]: { prompts: [{ title: 'x'.repeat(title), customPrompt: 'y'.repeat(customPrompt) }] } }),
    );
  expect(await prompt(100, 8000)).toEqual([{ title: 'x'.repeat(100), customPrompt: 'y'.repeat(8000) }]);
  for (const [title, text] of [
    [101, 1],
    [0, 1],
    [1, 8001],
    [1, 0],
  ] as const)
    expect(await codeOf(prompt(title, text)), `${title} ${text}`).toBe('archive_damaged');

  const item = { contentId: id, position: 1 };
  const list = (name: number, items: object[] = [item]) =>
    readCollectionLists(
      archiveOf({ [collectionsName]: { collections: [{ collection: { name: 'x'.repeat(name), slug: 's' }, items }] } }),
    );
  expect(await list(100)).toEqual([{ collection: { name: 'x'.repeat(100), slug: 's' }, items: [item] }]);
  const described = readCollectionLists(
    archiveOf({
      [collectionsName]: { collections: [{ collection: { name: 'a', slug: 's', description: 'x'.repeat(1001) }, items: [] }] },
    }),
  );
  expect(await codeOf(described)).toBe('archive_damaged');
  const listOf = (length: number) =>
    list(
      1,
      Array.from({ length }, () => item),
    );
  expect((await listOf(5000))[0]?.items).toHaveLength(5000);
  expect(await codeOf(listOf(5001))).toBe('collection_full');
  for (const wrong of [list(0), list(101), list(1, [{ contentId: 'x', position: 1 }]), list(1, [{ contentId: id }])])
    expect(await codeOf(wrong)).toBe('archive_damaged');

  const folder = (name: number, rules: object = { text: ' rye ' }) =>
    readSmartFolders(archiveOf({ [smartFoldersName]: { smartFolders: [{ name: 'x'.repeat(name), tags: [], rules }] } }));
  expect(await folder(100)).toEqual([{ name: 'x'.repeat(100), tags: [], rules: { text: 'rye' } }]);
  for (const wrong of [folder(0), folder(101), folder(1, { minutes: {} })]) expect(await codeOf(wrong)).toBe('archive_damaged');
});

test('ACC-12 answers of an archive are read with their sources', async () => {
  const answer = { kind: 'question', scope: {}, noteLanguage: 'en', state: 'done' };
  const source = { position: 0, contentId: id, item: 0, firstSegment: 1, lastSegment: 2, text: 'rye' };
  const answers = (one: object, sources: object[]) =>
    readAnswers(archiveOf({ [answersName]: { answers: [{ answer: { ...answer, ...one }, sources }] } }));
  expect(await answers({ userId: 'bob' }, [{ ...source, userId: 'bob', answerId: id }])).toEqual([{ answer, sources: [source] }]);
  for (const wrong of [{ state: 'told' }, { question: 'x'.repeat(1001) }, { markdown: 'x'.repeat(200_001) }])
    expect(await codeOf(answers(wrong, [])), Object.keys(wrong)[0]).toBe('archive_damaged');
  expect(await codeOf(answers({}, [{ ...source, item: 'x' }]))).toBe('archive_damaged');
});

test('ACC-12 channels of an archive are followed under addresses of the web alone', async () => {
  const followed = { title: 'Rye', automatic: true, noteLanguage: 'en', detail: 'standard' };
  const channels = (address: string, url: string) =>
    readChannels(archiveOf({ [channelsName]: { subscriptions: [{ ...followed, address, url }], monthlyMinutes: null } }));
  for (const web of ['https://a.example/feed', 'http://a.example/'])
    expect((await channels(web, web))?.subscriptions).toEqual([{ ...followed, address: web, url: web }]);
  for (const wrong of ['ftp://a.example/', 'xhttp://a.example/', 'https-x://a.example/', 'javascript:alert(1)', 'a.example']) {
    await expect(channels(wrong, 'https://a.example/'), wrong).rejects.toThrow();
    await expect(channels('https://a.example/', wrong), wrong).rejects.toThrow();
  }
});

test('ACC-12 an archive need not have any of them', async () => {
  const empty = archiveOf({});
  const found = [readPrompts(empty), readSmartFolders(empty), readCollectionLists(empty), readAnswers(empty)];
  expect([...(await Promise.all(found)), contentNames(empty)]).toEqual([[], [], [], [], []]);
});
