import { expect, test } from 'vitest';
import type { ExtractionHead } from './extraction-parts.ts';
import type { ContentRecord } from './owned.ts';
import {
  coverPathOf,
  isUnreadPdf,
  type OverviewParts,
  toContentOverview,
  toProblem,
  toRunState,
  toSourceText,
} from './present.ts';

const at = new Date('2026-01-02T03:04:05.678Z');
const content = {
  ...{ id: 'c1', extractionId: 'e1', kind: 'video', status: 'completed', problemCode: null, problemParams: null, title: 'T' },
  ...{ author: 'A', siteName: 'S', description: 'D', sourceUrl: 'https://a.example/', publishedAt: '2020', durationMs: 61_500 },
  ...{
    language: 'en',
    noteLanguage: 'zh',
    detail: 'brief',
    coverBlob: null,
    ownExtractionId: null,
    note: 'N',
    noteVersionId: 'v1',
  },
  ...{ activeRunId: null, createdAt: at, updatedAt: new Date('2026-02-02T00:00:00Z') },
} as unknown as ContentRecord;
const transcript = { timed: true, language: 'en', provenance: { origin: 'human', track: 'en' } };
const head = { kind: 'video', transcript, chapters: [{ title: 'One', startMs: 0 }], media: null } as unknown as ExtractionHead;
const parts: OverviewParts = {
  ...{ content, head, fileName: null, segmentCount: 2, hasArticle: false, transcriptVersion: 7, progress: null },
  ...{ version: null, coverage: null },
};
const overview = (values: Partial<OverviewParts> = {}) => toContentOverview({ ...parts, ...values });
const headWith = (values: object) => ({ ...head, ...values }) as ExtractionHead;
const contentWith = (values: object) => ({ ...content, ...values }) as ContentRecord;

test('CON-01 a content is shown with all that is known of it', () => {
  expect(overview()).toEqual({
    ...{ contentId: 'c1', extractionId: 'e1', kind: 'video', status: 'completed', problem: null, title: 'T', author: 'A' },
    ...{ siteName: 'S', description: 'D', sourceUrl: 'https://a.example/', publishedAt: '2020', durationSeconds: 61.5 },
    ...{ language: 'en', noteLanguage: 'zh', noteDetail: 'brief', coverUrl: null, media: null, embed: null, pdf: null },
    ...{ originalFile: null, partial: false, forSubscribers: false, chapters: [{ title: 'One', startMs: 0 }] },
    ...{ provenance: transcript.provenance, timed: true, rejectedTracks: [], ownWords: false, hasScript: true },
    ...{ transcriptVersion: 7, hasText: false, articleFrameUrl: null, note: 'N', noteMethod: null, noteModel: null },
    ...{ noteEdited: false, verified: null, usage: null, costLimited: false, noteVersionId: 'v1', coverage: null, run: null },
    ...{ createdAt: '2026-01-02T03:04:05.678Z', updatedAt: '2026-02-02T00:00:00.000Z' },
  });
});

test('CON-01 a content that was not read shows what it has', () => {
  const unread = overview({ head: null, segmentCount: 0, content: contentWith({ durationMs: null, extractionId: null }) });
  expect(unread).toMatchObject({
    ...{ durationSeconds: null, chapters: [], provenance: null, timed: false, rejectedTracks: [], hasScript: false },
    ...{ transcriptVersion: 0, hasText: false, partial: false, forSubscribers: false, extractionId: null },
  });
});

test('CON-01 a script has times, a text has none or is an article', () => {
  const untimed = headWith({ transcript: { ...transcript, timed: false } });
  const shown = (values: Partial<OverviewParts>) => {
    const { hasScript, hasText, transcriptVersion, timed } = overview(values);
    return [hasScript, hasText, transcriptVersion, timed];
  };
  expect(shown({ segmentCount: 0 })).toEqual([false, false, 7, true]);
  expect(shown({ hasArticle: true })).toEqual([true, true, 7, true]);
  expect(shown({ head: untimed })).toEqual([false, true, 0, false]);
  expect(shown({ head: untimed, segmentCount: 0 })).toEqual([false, false, 0, false]);
});

test('CON-01 tracks that were rejected are those of the words, or those beside none', () => {
  const [one, two] = [
    { track: 'a', fault: 'repeated' },
    { track: 'b', fault: 'repeated' },
  ];
  const tracks = (values: object) => overview({ head: headWith(values) }).rejectedTracks;
  expect(tracks({ rejected: [one] })).toEqual([one]);
  expect(
    tracks({ rejected: [one], transcript: { ...transcript, provenance: { ...transcript.provenance, rejected: [two] } } }),
  ).toEqual([two]);
  expect(overview({ content: contentWith({ ownExtractionId: 'e2' }) }).ownWords).toBe(true);
  expect(overview({ head: headWith({ partial: true, forSubscribers: true }) })).toMatchObject({
    partial: true,
    forSubscribers: true,
  });
});

test('CON-01 a file that is kept here is played from here, one elsewhere from there, and either instead of a frame', () => {
  const media = { type: 'video', mime: 'video/mp4', blob: 'media/a', url: 'https://a.example/v.mp4' };
  const embed = { url: 'https://a.example/frame' };
  const shown = (values: object) => {
    const { media: file, embed: frame } = overview({ head: headWith({ embed, ...values }) });
    return [file, frame];
  };
  expect(shown({ media })).toEqual([{ type: 'video', mime: 'video/mp4', url: '/api/contents/c1/media' }, null]);
  expect(shown({ media: { ...media, blob: null } })).toEqual([
    { type: 'video', mime: 'video/mp4', url: 'https://a.example/v.mp4' },
    null,
  ]);
  expect(shown({ media: { ...media, blob: null, url: null } })).toEqual([null, null]);
  expect(shown({})).toEqual([null, embed]);
});

test('CON-01 an article is framed from a secure page only', () => {
  const frame = (values: object) => overview({ content: contentWith({ kind: 'page', ...values }) }).articleFrameUrl;
  expect(frame({})).toBe('https://a.example/');
  expect(frame({ sourceUrl: 'http://a.example/' })).toBeNull();
  expect(frame({ sourceUrl: null })).toBeNull();
  expect(frame({ kind: 'document' })).toBeNull();
});

test('CON-01 pages of a PDF are shown by what was read, by its name in older records, and before it was read', () => {
  const pdf = (values: object, read: object | null, fileName: string | null = null) =>
    overview({ content: contentWith(values), head: read && headWith(read), fileName }).pdf;
  const url = '/api/contents/c1/pdf';
  const named = { transcript: { ...transcript, provenance: { origin: 'document', track: 'Paper.PDF' } } };
  expect(pdf({ kind: 'document' }, { document: { format: 'pdf', pages: 3 } })).toEqual({ url, pages: 3 });
  expect(pdf({ kind: 'document' }, { document: { format: 'docx', pages: null }, ...named })).toBeNull();
  expect(pdf({ kind: 'document' }, named)).toEqual({ url, pages: null });
  expect(pdf({ kind: 'page' }, named)).toBeNull();
  expect(pdf({ kind: 'document' }, {})).toBeNull();
  expect(pdf({ kind: 'document' }, null)).toBeNull();
  expect(pdf({ kind: null }, null, 'a.pdf')).toEqual({ url, pages: null });
  expect(pdf({ kind: null }, null, 'a.pdf.txt')).toBeNull();
  expect([isUnreadPdf({ kind: null }, null), isUnreadPdf({ kind: 'document' }, 'a.pdf')]).toEqual([false, false]);
  expect(overview({ fileName: 'a.txt' }).originalFile).toEqual({ url: '/api/contents/c1/file', name: 'a.txt' });
});

test('CON-01 of a note it is said who wrote it, what was checked and what it used', () => {
  const usage = { inputTokens: 1 };
  const outline = { method: 'model', checks: { statements: 4, statementsVerified: 3 }, writing: { usage }, costLimited: true };
  const facts = (version: object | null) => {
    const {
      noteMethod,
      noteModel,
      noteEdited,
      verified,
      usage: used,
      costLimited,
    } = overview({ version: version as OverviewParts['version'] });
    return [noteMethod, noteModel, noteEdited, verified, used, costLimited];
  };
  const written = [{ statements: 4, standing: 3 }, usage, true];
  expect(facts({ method: 'model', model: 'm', outline })).toEqual(['model', 'm', false, ...written]);
  expect(facts({ method: 'edited', model: 'm', outline: { ...outline, method: 'extractive' } })).toEqual([
    'extractive',
    'm',
    true,
    ...written,
  ]);
  expect(facts({ method: 'edited', model: null, outline: null })).toEqual([null, null, true, null, null, false]);
  expect(facts({ method: 'extractive', model: null, outline: { method: 'extractive' } })).toEqual([
    ...['extractive', null, false, null],
    null,
    false,
  ]);
  expect(facts({ method: 'model', model: 'm', outline: { checks: { statements: 1 } } })[3]).toEqual({
    statements: 1,
    standing: 0,
  });
});

test('CON-01 a problem that this version does not know is an internal one', () => {
  expect(toProblem({ problemCode: null, problemParams: { a: 1 } })).toBeNull();
  expect(toProblem({ problemCode: 'fetch_status', problemParams: { status: 404 } })).toEqual({
    code: 'fetch_status',
    params: { status: 404 },
  });
  expect(toProblem({ problemCode: 'fetch_status', problemParams: null })).toEqual({ code: 'fetch_status', params: {} });
  expect(toProblem({ problemCode: 'no_such', problemParams: { a: 1 } })).toEqual({ code: 'internal', params: {} });
});

test('SUM-04 a run without events is queued', () => {
  expect(toRunState(null)).toEqual({ stage: 'queued', percent: 0, code: 'queued', params: {}, elapsedMs: 0 });
  const stage = { type: 'stage' as const, stage: 'outline', percent: 40, code: 'x', elapsedMs: 7 };
  expect(toRunState(stage)).toEqual({ stage: 'outline', percent: 40, code: 'x', params: {}, elapsedMs: 7 });
  expect(toRunState({ ...stage, params: { a: 1 } }).params).toEqual({ a: 1 });
  const run = overview({ content: contentWith({ activeRunId: 'r1' }), progress: stage }).run;
  expect([run?.stage, overview({ progress: stage }).run]).toEqual(['outline', null]);
});

test('LIB-02 the address of a picture changes with it, and tells icons apart', () => {
  const path = (coverBlob: string | null) => coverPathOf({ id: 'c1', coverBlob });
  expect([path(null), path('')]).toEqual([null, null]);
  expect(path(`covers/${'a'.repeat(20)}.jpg`)).toBe(`/api/contents/c1/cover?v=${'a'.repeat(12)}.jpg`);
  expect(path('icons/a b.png')).toBe('/api/contents/c1/icon?v=icons%2Fa%20b.png');
});

test('CON-05 a text is its paragraphs and its article, whose pictures come from here', () => {
  const segments = [{ id: 0, startMs: null, endMs: null, text: 'P' }];
  const untimed = { ...transcript, timed: false, segments } as unknown as Parameters<typeof toSourceText>[1];
  const timed = { ...transcript, segments } as unknown as Parameters<typeof toSourceText>[1];
  const article = 'A ![x](https://a.example/1.png) ![y](https://a.example/2.png)';
  expect(toSourceText(content, untimed, article)).toEqual({
    ...{ extractionId: 'e1', paragraphs: segments },
    articleMarkdown: 'A ![x](/api/contents/c1/images/0) ![y](/api/contents/c1/images/1)',
    articleImages: ['https://a.example/1.png', 'https://a.example/2.png'],
  });
  expect(toSourceText(content, timed, null)).toEqual({
    extractionId: 'e1',
    paragraphs: [],
    articleMarkdown: null,
    articleImages: [],
  });
  expect(toSourceText(content, null, '')).toEqual({
    extractionId: 'e1',
    paragraphs: [],
    articleMarkdown: null,
    articleImages: [],
  });
});
