/** Notes from words that their user chose or sent along with a recording. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contents, sources } from '#db/schema/content.ts';
import { uploads } from '#db/schema/uploads.ts';
import type { Extracted } from '#engine/domain.ts';
import { run } from '#features/summaries/server/execute-run.handler.ts';
import { rewriteFromFile, rewriteFromRejectedTrack, startWithFile } from '#features/summaries/server/own-source-text.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { client, codeOf } from './account-rows.ts';
import { addContent, addExtraction, addRun, addSource, asker, linesOf } from './content-records.ts';
import {
  contentOf,
  contextOf,
  extractionOf,
  keepRunRows,
  pathOf,
  recorded,
  runOf,
  sentences,
  services,
  srt,
} from './run-services.ts';

keepRunRows();

describe('words that a user chose', () => {
  const signal = new AbortController().signal;
  const rejected = [{ track: 'auto', fault: 'repeated' }] as never;

  /** A file that Ada has sent. */
  async function addUpload(name: string, bytes: string, values: Partial<typeof uploads.$inferInsert> = {}): Promise<string> {
    const id = randomUUID().replaceAll('-', '');
    writeFileSync(pathOf(id), bytes);
    await client.db
      .insert(uploads)
      .values({ id, userId: 'ada', name, sizeBytes: bytes.length, status: 'complete', blobKey: `uploads/${id}`, ...values });
    return id;
  }
  const withFiles = () => {
    const blobs = { localPath: async (key: string) => pathOf(key.slice(key.indexOf('/') + 1)) };
    return { ...services, blobs } as unknown as Services;
  };
  async function addRead(data: Partial<Extracted> = {}) {
    const source = await addSource();
    const about = {
      kind: 'video' as const,
      title: 'Kiln',
      author: 'Ann',
      durationMs: 99_000,
      sections: [],
      partial: true,
      problem: 'subtitles_missing' as const,
    };
    return addContent('ada', source.id, {
      sourceUrl: source.url,
      detail: 'brief',
      extractionId: await addExtraction(source.id, { ...about, ...data } as Partial<Extracted>),
    });
  }
  const use = (content: Awaited<ReturnType<typeof addRead>>, uploadId: string) =>
    rewriteFromFile(withFiles(), content, { uploadId, clientAddress: '192.0.2.7' }, signal);
  const wordsOf = async (content: { id: string }) =>
    (await extractionOf((await runOf((await contentOf(content.id))?.activeRunId ?? ''))?.extractionId))?.data;

  test('SUM-06 subtitles take the place of the words, and keep what else is known of the source', async () => {
    const content = await addRead({ rejected });
    const uploadId = await addUpload('own.srt', srt);
    expect(await use(content, uploadId)).toBe('processing');
    const words = await wordsOf(content);
    expect(words).toMatchObject({
      kind: 'video',
      title: 'Kiln',
      author: 'Ann',
      durationMs: 99_000,
      problem: null,
      rejected,
      transcript: { timed: true },
    });
    expect([words?.transcript?.segments.length, words?.sections, words?.partial, words?.language]).toEqual([
      6,
      undefined,
      undefined,
      words?.transcript?.language,
    ]);
    const [request] = recorded.metered
      .filter(([call]) => call === 'reserve')
      .map(([, task]) => (task as { request: object }).request);
    expect(request).toMatchObject({ userId: 'ada', clientAddress: '192.0.2.7', contentId: content.id });
    expect(await runOf((await contentOf(content.id))?.activeRunId ?? '')).toMatchObject({ detail: 'brief', again: true });
    expect(await client.db.$count(uploads)).toBe(0);
    const garbage = await client.query<{ key: string }>('select blob_key as key from blob_garbage');
    expect(garbage.map(({ key }) => key)).toEqual([expect.stringContaining(uploadId)]);
    // Without a length of its own, the content has that of the subtitles.
    const short = await addRead({
      durationMs: null,
      transcript: { ...linesOf(['x']), provenance: { origin: 'human', rejected } } as never,
    });
    await use(short, await addUpload('own.srt', srt));
    expect(await wordsOf(short)).toMatchObject({ durationMs: 53_000, rejected });
  });

  test('SUM-06 a text takes their place without times, and one that cannot be read leaves all as it is', async () => {
    const content = await addRead();
    const text = Array.from(
      { length: 6 },
      (_, n) => `Paragraph ${n + 1} tells of the barn, the mill and the river. It is short.`,
    ).join('\n\n');
    await use(content, await addUpload('own.txt', text));
    expect(await wordsOf(content)).toMatchObject({
      language: null,
      articleMarkdown: expect.stringContaining('Paragraph 1'),
      transcript: { timed: false, language: null, provenance: { origin: 'document', track: 'own.txt' } },
    });
    const other = await addRead();
    for (const [name, bytes, code] of [
      ['own.html', '<html><body><p>Words</p></body></html>', 'input_unsupported'],
      ['own.txt', ' \n ', 'document_no_text'],
    ] as const)
      expect([name, await use(other, await addUpload(name, bytes)).catch(codeOf)]).toEqual([name, code]);
    expect(await use(other, await addUpload('big.txt', 'x', { sizeBytes: 20 * 1024 * 1024 + 1 })).catch(codeOf)).toBe(
      'document_too_large',
    );
    expect([await client.db.$count(uploads), (await contentOf(other.id))?.activeRunId]).toEqual([0, null]);
  });

  test('SUM-06 a file is its sender’s, and not one that a content is made of', async () => {
    const content = await addRead();
    expect(await use(content, await addUpload('own.srt', srt, { userId: 'bob' })).catch(codeOf)).toBe('upload_not_found');
    const used = await addUpload('used.srt', srt);
    await addSource({ key: `file:${used}`, url: null, blobKey: `uploads/${used}` });
    expect(await use(content, used).catch(codeOf)).toBe('upload_not_found');
    expect([await client.db.$count(uploads), await client.query('select 1 from blob_garbage')]).toEqual([2, []]);
    // What was never read is known by its record.
    const source = await addSource();
    const unread = await addContent('ada', source.id, {
      sourceUrl: source.url,
      title: 'Never read',
      author: 'Ann',
      kind: null,
      durationMs: 5,
      status: 'failed',
    });
    await use(unread, await addUpload('own.srt', srt));
    expect(await wordsOf(unread)).toMatchObject({
      kind: 'subtitles',
      title: 'Never read',
      author: 'Ann',
      canonicalUrl: source.url,
      durationMs: 5,
      chapters: [],
      media: null,
    });
  });

  test('SUM-04 start a recording that they came along with, which is taken once they can be read', async () => {
    let taken = 0;
    const key = `file:${randomUUID()}`;
    const take = async () => {
      taken++;
      return { key, blobKey: 'uploads/talk', fileName: 'Talk.mp3' };
    };
    const start = (uploadId: string, recording = { key, take }, userId = 'ada') =>
      startWithFile(withFiles(), asker(userId), recording, { uploadId, noteLanguage: 'zh', detail: 'brief' }, signal);
    const refused = (uploadId: string) => start(uploadId).catch((error: unknown) => error);
    const about = (code: string) => ({ code, params: expect.objectContaining({ field: 'wordsId' }) });
    expect(await refused('none-of-these')).toMatchObject(about('upload_not_found'));
    expect(await refused(await addUpload('own.html', '<p>Words</p>'))).toMatchObject(about('input_unsupported'));
    expect(await refused(await addUpload('own.txt', ' \n '))).toMatchObject(about('document_no_text'));
    expect(await client.db.$count(uploads)).toBe(0);
    // What is too large, or a recording itself, may have been named by mistake.
    expect(await refused(await addUpload('big.srt', srt, { sizeBytes: 20 * 1024 * 1024 + 1 }))).toMatchObject({
      ...{ code: 'document_too_large', params: { field: 'wordsId', most: expect.any(String) } },
    });
    expect(await refused(await addUpload('other.mp3', 'ID3'))).toMatchObject({
      ...{ code: 'input_unsupported', params: { field: 'wordsId', name: 'other.mp3' } },
    });
    expect([taken, await client.db.$count(uploads), await client.db.$count(contents)]).toEqual([0, 2, 0]);
    await client.db.delete(uploads);
    const uploadId = await addUpload('own.en.srt', srt);
    const started = await start(uploadId);
    expect([taken, started]).toEqual([1, { contentId: started.contentId, status: 'processing', existing: false, begun: true }]);
    const content = await contentOf(started.contentId);
    expect(content).toMatchObject({ userId: 'ada', noteLanguage: 'zh', detail: 'brief', status: 'processing', sourceUrl: null });
    const own = await extractionOf(content?.ownExtractionId);
    expect(own).toMatchObject({
      contentId: started.contentId,
      data: { recordingUnread: true, language: 'en', kind: 'subtitles' },
    });
    expect((await runOf(content?.activeRunId ?? ''))?.extractionId).toBe(own?.id);
    expect(await client.db.$count(uploads)).toBe(0);
    // The answer to the first call was lost.
    expect(await start(uploadId)).toEqual({ contentId: started.contentId, status: 'processing', existing: true, begun: false });
    expect(await start(uploadId, { key, take }, 'bob').catch(codeOf)).toBe('upload_not_found');
    expect(await start(uploadId, { key: `${key}x`, take }).catch(codeOf)).toBe('upload_not_found');
    await client.db.update(contents).set({ ownExtractionId: null });
    expect([await start(uploadId).catch(codeOf), taken]).toEqual(['upload_not_found', 1]);
    // What the recording itself is refused for is not about the words, which are deleted all the same.
    const failing = async () => {
      throw new AppError('upload_incomplete');
    };
    const late = await start(await addUpload('own.srt', srt), { key: 'file:late', take: failing }).catch(
      (error: unknown) => error,
    );
    expect(late).toMatchObject({ code: 'upload_incomplete', params: {} });
    const broken = { ...withFiles(), compute: () => Promise.reject(new TypeError('broken')) } as unknown as Services;
    const words = { uploadId: await addUpload('own.srt', srt), noteLanguage: 'zh' as const };
    await expect(startWithFile(broken, asker('ada'), { key: 'file:late', take }, words, signal)).rejects.toThrow('broken');
    expect(await client.db.$count(uploads)).toBe(0);
  });

  test('SUM-06 a track is used when it was rejected, and given back', async () => {
    const content = await addRead({ rejected });
    const track = (name: string | null) => rewriteFromRejectedTrack(services, content, { track: name, clientAddress: '' });
    const refused = await track('other').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'bad_request', params: { field: 'track' } });
    expect(await track('auto')).toBe('processing');
    expect(await runOf((await contentOf(content.id))?.activeRunId ?? '')).toMatchObject({ track: 'auto', extractionId: null });
    await client.db.update(contents).set({ activeRunId: null });
    expect(await track(null)).toBe('processing');
    expect(await runOf((await contentOf(content.id))?.activeRunId ?? '')).toMatchObject({ track: null, extractionId: null });
  });
});

describe('a recording whose words came along', () => {
  const bare = { durationSeconds: 60.5, mime: 'audio/mpeg', video: false, audio: true, hasCoverArt: false, subtitles: [] };
  const tagged = {
    ...bare,
    tags: { title: 'Told', artist: 'Ann', language: 'de' },
    chapters: [{ title: 'One', startSeconds: 3 }],
  };
  type Probe = Partial<typeof tagged>;

  /** What stands before it is read, and the services with which it is. */
  async function addRecording(probe: Probe | Error, words: Partial<Extracted> = {}) {
    writeFileSync(pathOf('talk'), 'ID3 sound');
    const source = await addSource({ key: `file:${randomUUID()}`, url: null, blobKey: 'uploads/talk', fileName: 'Talk.mp3' });
    const extractionId = await addExtraction(source.id, {
      ...{ kind: 'subtitles', title: 'Words', transcript: linesOf(sentences), recordingUnread: true, ...words },
    });
    const runId = await addRun(source.id, { extractionId });
    const content = await addContent('ada', source.id, { status: 'processing', activeRunId: runId, kind: 'subtitles' });
    const put: string[] = [];
    const reading = {
      ...services,
      blobs: {
        localPath: async (key: string) => pathOf(key.slice(key.indexOf('/') + 1)),
        put: async (key: string) => void put.push(key),
        stat: async (key: string) => ({ size: key.length }),
      },
      media: {
        async probe() {
          if (probe instanceof Error) throw probe;
          return { ...tagged, ...probe };
        },
        cover: async () => Buffer.from('jpeg'),
      },
    } as unknown as Services;
    return { source, extractionId, runId, content, put, reading };
  }

  test('SUM-04 is read once its note is written from them: its player, title, length and chapters, and they stay', async () => {
    const { source, extractionId, runId, content, put, reading } = await addRecording({ hasCoverArt: true });
    const other = await addExtraction(source.id, { title: 'Other' });
    await run(reading, {}, contextOf(runId));
    const [cover] = put;
    expect(put).toEqual([expect.stringMatching(/^covers\/[\w-]+\.jpg$/)]);
    expect((await extractionOf(extractionId))?.data).toMatchObject({
      ...{ kind: 'audio', title: 'Told', author: 'Ann', durationMs: 60_500, language: 'en', coverBlob: cover, problem: null },
      ...{ chapters: [{ title: 'One', startMs: 3000 }], transcript: { segments: linesOf(sentences).segments } },
      media: { type: 'audio', mime: 'audio/mpeg', blob: 'uploads/talk', url: null },
    });
    expect((await extractionOf(extractionId))?.data.recordingUnread).toBeUndefined();
    expect((await extractionOf(other))?.data.title).toBe('Other');
    expect(await contentOf(content.id)).toMatchObject({
      ...{
        status: 'completed',
        kind: 'audio',
        title: 'Told',
        durationMs: 60_500,
        coverBlob: cover,
        extractionId,
        problemCode: null,
      },
    });
    // Its cover counts; the upload was counted when it came.
    const [{ storedBytes } = { storedBytes: null }] = await client.db.select().from(sources).where(eq(sources.id, source.id));
    expect(storedBytes).toBe(cover?.length);
    const garbage = await client.query<{ key: string; at: Date }>('select blob_key as key, created_at as at from blob_garbage');
    expect(garbage.map(({ key, at }) => [key, Math.round((new Date(at).getTime() - Date.now()) / 3_600_000)])).toEqual([
      [cover, 12],
    ]);
  });

  test('SUM-04 has the language and the length of its words where it does not tell its own', async () => {
    const read = async (probe: Probe, words: Partial<Extracted>) => {
      const { extractionId, runId, reading } = await addRecording(probe, words);
      await run(reading, {}, contextOf(runId));
      const { language, durationMs, articleMarkdown } = (await extractionOf(extractionId))?.data ?? {};
      return [language, durationMs, articleMarkdown];
    };
    const nothing = { durationSeconds: null, tags: {} } as unknown as Probe;
    const words = { language: 'zh-TW', durationMs: 9000, articleMarkdown: '# Words' };
    expect(await read(nothing, words)).toEqual(['zh-TW', 9000, '# Words']);
    expect(await read({}, words)).toEqual(['zh-TW', 60_500, '# Words']);
    expect(await read(nothing, {})).toEqual(['en', null, null]);
  });

  test('SUM-04 that cannot be read leaves the note to them, and says why', async () => {
    for (const [error, code] of [
      [new AppError('media_refused'), 'media_refused'],
      [new AppError('file_missing'), 'file_missing'],
      [new AppError('timed_out'), 'timed_out'],
      [new AppError('document_unreadable'), 'media_unreadable'],
    ] as const) {
      const { extractionId, runId, content, reading } = await addRecording(error);
      const before = (await extractionOf(extractionId))?.data;
      await run(reading, {}, contextOf(runId));
      expect(await contentOf(content.id)).toMatchObject({ status: 'completed', title: 'Words', problemCode: code });
      // Another version tries it again.
      expect((await extractionOf(extractionId))?.data).toEqual(before);
    }
    for (const error of [new AppError('busy', { retry: {} }), new AppError('storage_failed'), new TypeError('broken')]) {
      const { runId, content, reading } = await addRecording(error);
      await expect(run(reading, {}, contextOf(runId))).rejects.toBeDefined();
      expect(await contentOf(content.id)).toMatchObject({ status: 'processing', problemCode: null, title: 'A' });
    }
    const { runId, content, reading } = await addRecording(new AppError('media_unreadable'));
    await expect(run(reading, {}, contextOf(runId, { signal: AbortSignal.abort() }))).rejects.toBeDefined();
    expect(await contentOf(content.id)).toMatchObject({ status: 'processing', problemCode: null });
  });
});
