/** Words that a user chose for one content: a file, or a track that was rejected. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '#db/client.ts';
import { makeMatroska } from '../harness/files/make-matroska.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { createUpload, sendPart } from '../harness/http/tus.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { articleHtml, settled, shareWorld, submit, summarise, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await shareWorld();
});
afterAll(() => world.close());

const seconds = 60;
const track = 'embedded track 1 (eng)';
const talk = (text: string) =>
  makeMatroska({
    seconds,
    subtitles: [
      {
        codec: 'S_TEXT/UTF8',
        language: 'eng',
        cues: Array.from({ length: 20 }, (_, n) => ({ startMs: n * 3000, endMs: n * 3000 + 2800, text })),
      },
    ],
  });

function srt(subject: string): string {
  const line = (n: number) => `The keeper of house ${n + 1} weighed ${n + 3} sacks of ${subject} in the autumn.`;
  return Array.from({ length: 12 }, (_, n) => `${n + 1}\n00:00:${10 + n},000 --> 00:00:${10 + n},900\n${line(n)}\n`).join('\n');
}

async function send(client: TestClient, name: string, text: string | Uint8Array): Promise<string> {
  const bytes = Buffer.from(text);
  const made = await createUpload(client, bytes.length, name);
  const path = new URL(made.headers.get('location') ?? '', world.server.url).pathname;
  await sendPart(client, path, 0, bytes);
  return path.split('/').at(-1) ?? '';
}

test('SUM-06 a rejected track can be used anyway, by one of two users of a link, and taken back', async () => {
  const said = 'We keep the grain in the stone barn.';
  world.site.on('/own-track.mkv', { body: talk(said), type: 'video/x-matroska' });
  const url = `${world.site.url}/own-track.mkv`;
  const [ada, ben] = [world.client(), world.client()];
  const [hers, his] = [await summarise(ada, url), await summarise(ben, url)];
  const refused = {
    ...{ status: 'failed', provenance: null, ownWords: false, note: null },
    problem: { code: 'speech_model_missing' },
    rejectedTracks: [{ track, fault: 'repeated' }],
  };
  expect(hers).toMatchObject(refused);
  expect(his).toMatchObject(refused);
  const ofHers = { contentId: hers.contentId };
  expect(await ada.rpc.content.useTrack.mutate({ ...ofHers, track: 'embedded track 2' }).catch(codeOf)).toBe('bad_request');
  expect(await ben.rpc.content.useTrack.mutate({ ...ofHers, track }).catch(codeOf)).toBe('not_found');

  expect(await ada.rpc.content.useTrack.mutate({ ...ofHers, track })).toEqual({ status: 'processing' });
  const used = await settled(ada, hers.contentId);
  expect(used).toMatchObject({
    ...{ status: 'completed', problem: null, ownWords: true, kind: 'audio', durationSeconds: seconds },
    provenance: { origin: 'human', track, untrusted: 'repeated' },
  });
  expect(used.note).toContain('stone barn');
  expect(used.subtitlesArray[0]?.text).toContain(said);
  expect(await ben.rpc.content.detail.query({ contentId: his.contentId })).toMatchObject(refused);
  expect(await summarise(world.client(), url)).toMatchObject(refused);

  await ada.rpc.content.summarizeAgain.mutate(ofHers);
  expect(await settled(ada, hers.contentId)).toMatchObject({
    ownWords: true,
    problem: null,
    provenance: { untrusted: 'repeated' },
  });
  await ada.rpc.content.useTrack.mutate({ ...ofHers, track: null });
  expect(await settled(ada, hers.contentId)).toMatchObject({
    ...{ status: 'completed', ownWords: false, problem: { code: 'speech_model_missing' } },
    note: expect.stringContaining('stone barn'),
  });
});

test('SUM-06 SUM-09 work on words of one’s own is joined by nobody who asks for the link meanwhile', async () => {
  world.site.on('/own-race.mkv', { body: talk('We keep the oats in the mill.'), type: 'video/x-matroska' });
  const url = `${world.site.url}/own-race.mkv`;
  const [ada, ben] = [world.client(), world.client()];
  const [hers, his] = [await summarise(ada, url), await summarise(ben, url)];
  await Promise.all([
    ada.rpc.content.useTrack.mutate({ contentId: hers.contentId, track }),
    ben.rpc.content.summarizeAgain.mutate({ contentId: his.contentId }),
  ]);
  expect(await settled(ada, hers.contentId)).toMatchObject({ status: 'completed', ownWords: true });
  expect(await settled(ben, his.contentId)).toMatchObject({ status: 'failed', provenance: null, ownWords: false });
});

test('SUM-06 a subtitle file for an item that is being worked on is refused, and not kept', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  world.site.on('/own-held', async (_request, response) => {
    await answered;
    response.writeHead(200, { 'content-type': 'text/html' }).end(articleHtml('The Held Page'));
  });
  const ada = world.client();
  const contentId = await submit(ada, `${world.site.url}/own-held`);
  const wanted = { contentId, uploadId: await send(ada, 'talk.srt', srt('rye')) };
  expect(await ada.rpc.content.useFile.mutate(wanted).catch(codeOf)).toBe('work_in_progress');
  expect(await ada.rpc.content.useFile.mutate(wanted).catch(codeOf)).toBe('upload_not_found');
  answer();
  expect(await settled(ada, contentId)).toMatchObject({ status: 'completed', ownWords: false });
});

test('SUM-06 a subtitle file replaces the words of its user’s content alone', async () => {
  world.site.on('/own-file.mkv', { body: talk('The same words again.'), type: 'video/x-matroska' });
  const url = `${world.site.url}/own-file.mkv`;
  const [ada, ben] = [world.client(), world.client()];
  const [hers, his] = [await summarise(ada, url), await summarise(ben, url)];
  const other = await uploadFile(ben, world.server.url, { name: 'other.srt', bytes: Buffer.from(srt('oats')) });
  const before = await settled(ben, other);

  const uploadId = await send(ben, 'talk.srt', srt('rye'));
  const ofHis = { contentId: his.contentId };
  expect(await ada.rpc.content.useFile.mutate({ contentId: hers.contentId, uploadId }).catch(codeOf)).toBe('upload_not_found');
  expect(await ada.rpc.content.useFile.mutate({ ...ofHis, uploadId }).catch(codeOf)).toBe('not_found');
  expect(await ben.rpc.content.useFile.mutate({ ...ofHis, uploadId })).toEqual({ status: 'processing' });
  const made = await settled(ben, his.contentId);
  expect(made).toMatchObject({
    ...{ status: 'completed', problem: null, ownWords: true, kind: 'audio', durationSeconds: seconds, title: his.title },
    provenance: { origin: 'human', track: 'talk.srt' },
    media: { type: 'audio' },
    rejectedTracks: [{ track, fault: 'repeated' }],
  });
  expect(made.note).toContain('sacks of rye');
  expect(made.subtitlesArray).toHaveLength(12);
  expect(await ben.rpc.content.useFile.mutate({ ...ofHis, uploadId }).catch(codeOf)).toBe('upload_not_found');

  // A file that is a content's own stays its.
  const { query, close } = await openSession(world.database, { applicationName: 'test' });
  const find = 'select substring(s.key from 6) as id from sources s join contents c on c.source_id = s.id where c.id = $1';
  const [stored] = await query<{ id: string }>(find, [other]);
  await close();
  expect(await ben.rpc.content.useFile.mutate({ ...ofHis, uploadId: stored?.id ?? '' }).catch(codeOf)).toBe('upload_not_found');

  // What cannot be read changes nothing, and is not kept.
  for (const [name, text, code] of [
    ['page.html', '<!doctype html><html><body><p>Words</p></body></html>', 'input_unsupported'],
    ['none.srt', '1\n00:00:01,000 --> 00:00:02,000\n\n', 'subtitles_empty'],
  ] as const) {
    const refused = { ...ofHis, uploadId: await send(ben, name, text) };
    expect(await ben.rpc.content.useFile.mutate(refused).catch(codeOf)).toBe(code);
    expect(await ben.rpc.content.useFile.mutate(refused).catch(codeOf)).toBe('upload_not_found');
  }
  expect(await ben.rpc.content.detail.query(ofHis)).toMatchObject({ note: made.note, extractionId: made.extractionId });

  // A text goes on to the same content, and the note before it stays among the versions.
  await ben.rpc.content.useFile.mutate({ ...ofHis, uploadId: await send(ben, 'talk.txt', 'The mill burned.\n\n'.repeat(3)) });
  const written = await settled(ben, his.contentId);
  expect(written).toMatchObject({ timed: false, provenance: { origin: 'document', track: 'talk.txt' }, ownWords: true });
  expect(written.note).toContain('The mill burned');
  expect((await ben.rpc.content.versions.query(ofHis)).versions).toHaveLength(2);

  expect(await ada.rpc.content.detail.query({ contentId: hers.contentId })).toMatchObject({ status: 'failed', note: null });
  const { note, extractionId } = await ben.rpc.content.detail.query({ contentId: other });
  expect({ note, extractionId }).toEqual({ note: before.note, extractionId: before.extractionId });
  await ben.rpc.userNote.deleteContentWithCleanup.mutate(ofHis);
  expect(await ben.rpc.content.detail.query(ofHis).catch(codeOf)).toBe('not_found');
  expect(await ada.rpc.content.detail.query({ contentId: hers.contentId })).toMatchObject({ status: 'failed' });
});

test('SUM-06 a link that could not be read gets its note from a file, under its own title', async () => {
  world.internet.on('https://page.example.org/closed-talk', { body: 'no', type: 'text/plain', status: 403 });
  const ada = world.client();
  const { contentId } = await summarise(ada, 'https://page.example.org/closed-talk');
  const uploadId = await send(ada, 'closed.vtt', `WEBVTT\n\n${srt('wheat').replaceAll(/(\d),(\d{3})/g, '$1.$2')}`);
  await ada.rpc.content.useFile.mutate({ contentId, uploadId });
  const made = await settled(ada, contentId);
  expect(made).toMatchObject({
    ...{ status: 'completed', title: 'page.example.org/closed-talk', kind: 'subtitles', timed: true, ownWords: true },
    sourceUrl: 'https://page.example.org/closed-talk',
  });
  expect(made.note).toContain('sacks of wheat');
});

test('SUM-06 a title that its user gave stays when words are put onto what had none', async () => {
  world.site.on('/renamed.mkv', { body: talk('We keep the oats in the barn.'), type: 'video/x-matroska' });
  const ada = world.client();
  const { contentId } = await summarise(ada, `${world.site.url}/renamed.mkv`);
  await ada.rpc.content.rename.mutate({ contentId, title: 'My own title' });
  await ada.rpc.content.useFile.mutate({ contentId, uploadId: await send(ada, 'renamed.srt', srt('oats')) });
  expect(await settled(ada, contentId)).toMatchObject({ status: 'completed', title: 'My own title' });
});

test('SUM-04 a recording whose subtitles come along becomes one content, written from them at once', async () => {
  const ada = world.client();
  const uploadId = await send(ada, 'teaching-talk.mkv', talk('We keep the hay in the loft.'));
  const submitWith = async (wordsId: string) => {
    const { results } = await ada.rpc.ingest.submit.mutate({ items: [{ uploadId, wordsId }], noteLanguage: 'en' });
    return results[0];
  };
  // What cannot be read begins nothing; the recording needs not be sent again.
  const empty = await send(ada, 'teaching-talk.srt', '1\n00:00:01,000 --> 00:00:02,000\n\n');
  expect(await submitWith(empty)).toEqual({ problem: { code: 'subtitles_empty', params: { field: 'wordsId' } } });
  expect(await submitWith(empty)).toMatchObject({ problem: { code: 'upload_not_found', params: { field: 'wordsId' } } });
  expect(await submitWith(uploadId)).toMatchObject({ problem: { code: 'bad_request' } });
  expect((await ada.rpc.user.videos.query({})).uniqueVideos).toEqual([]);

  const begun = await submitWith(await send(ada, 'teaching-talk.srt', srt('barley')));
  if (!begun || !('contentId' in begun)) throw new Error(`not started: ${JSON.stringify(begun)}`);
  expect(begun).toMatchObject({ status: 'processing', existing: false });
  const { contentId } = begun;
  const made = await settled(ada, contentId);
  expect(made).toMatchObject({
    ...{ status: 'completed', problem: null, ownWords: true, kind: 'audio', durationSeconds: seconds, title: 'teaching-talk' },
    provenance: { origin: 'human', track: 'teaching-talk.srt' },
    media: { type: 'audio' },
    rejectedTracks: [],
  });
  expect(made.note).toContain('sacks of barley');
  expect(made.subtitlesArray).toHaveLength(12);
  // An answer that was lost: the same recording is the same content.
  const again = await submitWith(await send(ada, 'teaching-talk.srt', srt('barley')));
  expect(again).toEqual({ contentId, status: 'completed', existing: true });
  expect((await ada.rpc.user.videos.query({})).uniqueVideos).toHaveLength(1);
  expect(await statesOf('teaching-talk.srt')).toEqual([]);

  // Another version is written from them, too: under the same key, so what a stopped one paid for is not paid again.
  await ada.rpc.content.summarizeAgain.mutate({ contentId });
  expect(await settled(ada, contentId)).toMatchObject({
    ownWords: true,
    media: { type: 'audio' },
    extractionId: made.extractionId,
  });
  const keys = await rowsOf<{ key: string }>(
    'select r.key from runs r join contents c using (source_id) where c.id = $1',
    contentId,
  );
  expect(keys).toHaveLength(2);
  expect(new Set(keys.map(({ key }) => key)).size).toBe(1);
  expect(await rowsOf('select id from extractions where content_id = $1', contentId)).toHaveLength(1);
});

async function rowsOf<Row extends Record<string, unknown>>(statement: string, ...values: string[]): Promise<Row[]> {
  const { query, close } = await openSession(world.database, { applicationName: 'test' });
  try {
    return await query<Row>(statement, values);
  } finally {
    await close();
  }
}

test('SUM-04 the subtitles of a recording that cannot be played make its note', async () => {
  const ada = world.client();
  const uploadId = await send(ada, 'broken.mp3', 'not a sound');
  const wordsId = await send(ada, 'broken.txt', 'The mill burned.\n\n'.repeat(3));
  const { results } = await ada.rpc.ingest.submit.mutate({ items: [{ uploadId, wordsId }], noteLanguage: 'en' });
  const [begun] = results;
  if (!begun || !('contentId' in begun)) throw new Error(`not started: ${JSON.stringify(results)}`);
  const made = await settled(ada, begun.contentId);
  expect(made).toMatchObject({
    ...{ status: 'completed', title: 'broken', ownWords: true, timed: false, media: null },
    problem: { code: 'media_unreadable' },
  });
  expect(made.note).toContain('The mill burned');
  // As after a file that was lost.
  const { contentId } = begun;
  await rowsOf('update sources set blob_key = null where id = (select source_id from contents where id = $1)', contentId);
  await ada.rpc.content.summarizeAgain.mutate({ contentId });
  expect(await settled(ada, contentId)).toMatchObject({ status: 'completed', problem: { code: 'file_missing' }, ownWords: true });
  expect((await ada.rpc.content.versions.query({ contentId })).versions).toHaveLength(2);
});

/** What became of uploads with the name. */
async function statesOf(name: string): Promise<string[]> {
  const rows = await rowsOf<{ status: string }>('select status from uploads where name = $1', name);
  return rows.map(({ status }) => status);
}

const pair = async (client: TestClient, uploadId: string, wordsId: string) =>
  (await client.rpc.ingest.submit.mutate({ items: [{ uploadId, wordsId }], noteLanguage: 'en' })).results[0];

test('SUM-04 a recording is taken only when the words that come along can be read', async () => {
  const ada = world.client();
  const uploadId = await send(ada, 'untaken.mkv', talk('We keep the hay in the loft.'));
  const refused = await pair(ada, uploadId, await send(ada, 'untaken.srt', '1\n00:00:01,000 --> 00:00:02,000\n\n'));
  expect(refused).toMatchObject({ problem: { code: 'subtitles_empty' } });
  expect(await statesOf('untaken.mkv')).toEqual(['complete']);
  expect(await statesOf('untaken.srt')).toEqual([]);
  // A recording that the server lost is named without the field of the words.
  const wordsId = await send(ada, 'untaken.srt', srt('hay'));
  const lost = await pair(ada, 'not-there-at-all', wordsId);
  expect(lost).toEqual({ problem: { code: 'upload_not_found', params: {} } });
  expect(await pair(ada, uploadId, wordsId)).toMatchObject({ status: 'processing' });
});

test('SUM-04 only a recording takes words along, and too large words are kept', async () => {
  const ada = world.client();
  const paper = await send(ada, 'paper.txt', 'The mill burned.\n\n'.repeat(3));
  const wordsId = await send(ada, 'paper.srt', srt('hay'));
  expect(await pair(ada, paper, wordsId)).toEqual({ problem: { code: 'bad_request', params: { field: 'wordsId' } } });
  expect(await statesOf('paper.srt')).toEqual(['complete']);
  const large = await send(ada, 'large.mp3', new Uint8Array(20 * 1024 * 1024 + 1));
  const uploadId = await send(ada, 'small.mp3', 'not a sound');
  const tooLarge = { code: 'document_too_large', params: { most: '20 MB', field: 'wordsId' } };
  expect(await pair(ada, uploadId, large)).toEqual({ problem: tooLarge });
  expect(await statesOf('large.mp3')).toEqual(['complete']);
});

test('SUM-04 words of another user and words that are a content’s own are refused', async () => {
  const [ada, ben] = [world.client(), world.client()];
  const uploadId = await send(ada, 'strangers.mkv', talk('We keep the hay in the loft.'));
  const wordsId = await send(ben, 'strangers.srt', srt('hay'));
  const refused = { problem: { code: 'upload_not_found', params: { field: 'wordsId' } } };
  expect(await pair(ada, uploadId, wordsId)).toEqual(refused);
  // Nobody yet: no account, no upload.
  expect(await pair(world.client(), uploadId, wordsId)).toMatchObject({ problem: { code: 'upload_not_found' } });
  expect(await statesOf('strangers.srt')).toEqual(['complete']);
  await uploadFile(ada, world.server.url, { name: 'owned.srt', bytes: Buffer.from(srt('oats')) });
  const [owned] = await rowsOf<{ id: string }>("select id from uploads where name = 'owned.srt'");
  expect(await pair(ada, uploadId, owned?.id ?? '')).toEqual(refused);
  expect(await statesOf('owned.srt')).toEqual(['taken']);
  expect(await statesOf('strangers.mkv')).toEqual(['complete']);
});

test('SUM-04 a pair that is submitted twice at once becomes one content', async () => {
  const ada = world.client();
  const uploadId = await send(ada, 'twice.mkv', talk('We keep the hay in the loft.'));
  const words = [await send(ada, 'twice.fr.srt', srt('hay')), await send(ada, 'twice.fr.srt', srt('hay'))];
  const begun = await Promise.all(words.map((wordsId) => pair(ada, uploadId, wordsId)));
  const ids = begun.map((one) => (one && 'contentId' in one ? one.contentId : JSON.stringify(one)));
  expect(new Set(ids).size).toBe(1);
  // The file's name says the language.
  expect(await settled(ada, ids[0] ?? '')).toMatchObject({ status: 'completed', ownWords: true, language: 'fr' });
  expect((await ada.rpc.user.videos.query({})).uniqueVideos).toHaveLength(1);
  expect(await statesOf('twice.fr.srt')).toEqual([]);
});

test('SUM-04 a pair that is sent again after a lost answer is the same content, counted once', async () => {
  const ada = world.client();
  const { user } = await ada.rpc.account.ensure.mutate();
  const uploadId = await send(ada, 'again.mkv', talk('We keep the hay in the loft.'));
  const wordsId = await send(ada, 'again.srt', srt('hay'));
  const both = await Promise.all([pair(ada, uploadId, wordsId), pair(ada, uploadId, wordsId)]);
  const third = await pair(ada, uploadId, wordsId);
  const ids = [...both, third].map((one) => (one && 'contentId' in one ? one.contentId : JSON.stringify(one)));
  expect(new Set(ids).size).toBe(1);
  const made = await settled(ada, ids[0] ?? '');
  expect(made).toMatchObject({ status: 'completed', ownWords: true, provenance: { track: 'again.srt' } });
  expect(await pair(ada, uploadId, wordsId)).toEqual({ contentId: made.contentId, status: 'completed', existing: true });
  const taken = await rowsOf<{ taken: number }>('select taken from rate_limits where key = $1', `submissions-user:${user.id}`);
  expect(taken.map((row) => row.taken)).toEqual([1]);
  // Somebody else finds neither of them by their ids.
  const ben = world.client();
  await ben.rpc.account.ensure.mutate();
  expect(await pair(ben, uploadId, wordsId)).toEqual({ problem: { code: 'upload_not_found', params: {} } });
  expect((await ben.rpc.user.videos.query({})).uniqueVideos).toEqual([]);
});

test('SUM-04 a pair of which the server was killed while it began is begun by the next try', async () => {
  const ada = world.client();
  const uploadId = await send(ada, 'killed.mkv', talk('We keep the hay in the loft.'));
  const wordsId = await send(ada, 'killed.zh.txt', 'The mill burned.\n\n'.repeat(3));
  // It had taken both, and begun nothing.
  await rowsOf("update uploads set status = 'taken' where id in ($1, $2)", uploadId, wordsId);
  const begun = await pair(ada, uploadId, wordsId);
  if (!begun || !('contentId' in begun)) throw new Error(`not started: ${JSON.stringify(begun)}`);
  expect(await settled(ada, begun.contentId)).toMatchObject({
    ...{ status: 'completed', ownWords: true, timed: false, language: 'zh', durationSeconds: seconds },
    ...{ media: { type: 'audio' }, provenance: { origin: 'document', track: 'killed.zh.txt' } },
  });
  expect(await statesOf('killed.zh.txt')).toEqual([]);
});

test('SUM-04 what is no text is refused as words, and its recording starts without it', async () => {
  const ada = world.client();
  const uploadId = await send(ada, 'alone.mkv', talk('We keep the hay in the loft.'));
  for (const [name, bytes] of [
    ['alone.txt', Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['alone.srt', Buffer.from('ID3\x03\x00\x00')],
    ['alone.mp3', Buffer.from('WEBVTT')],
    ['alone.text', Buffer.from('<!doctype html><html><body><p>Words</p></body></html>')],
  ] as const) {
    const refused = await pair(ada, uploadId, await send(ada, name, bytes));
    expect(refused, name).toMatchObject({ problem: { code: 'input_unsupported', params: { field: 'wordsId' } } });
  }
  // A recording that is named by mistake is kept.
  expect(await statesOf('alone.mp3')).toEqual(['complete']);
  expect(await statesOf('alone.mkv')).toEqual(['complete']);
  const { results } = await ada.rpc.ingest.submit.mutate({ items: [{ uploadId }], noteLanguage: 'en' });
  const [begun] = results;
  if (!begun || !('contentId' in begun)) throw new Error(`not started: ${JSON.stringify(results)}`);
  const { contentId } = begun;
  expect(await settled(ada, contentId)).toMatchObject({ status: 'failed', ownWords: false });
  // A pair of which the recording had failed alone gets its note in the same content.
  const wordsId = await send(ada, 'alone.srt', srt('hay'));
  expect(await pair(ada, uploadId, wordsId)).toEqual({ contentId, status: 'processing', existing: true });
  expect(await settled(ada, contentId)).toMatchObject({ status: 'completed', ownWords: true, media: { type: 'audio' } });
});

test('SUM-06 a file of words on a recording that was never read leaves it its player', async () => {
  const ada = world.client();
  const contentId = await uploadFile(ada, world.server.url, { name: 'unread.mkv', bytes: talk('We keep the hay.') });
  await settled(ada, contentId);
  // As after a cancellation before the file's turn.
  await rowsOf("update contents set status = 'cancelled', extraction_id = null, kind = null where id = $1", contentId);
  await ada.rpc.content.useFile.mutate({ contentId, uploadId: await send(ada, 'unread.srt', srt('hay')) });
  expect(await settled(ada, contentId)).toMatchObject({
    ...{ status: 'completed', problem: null, ownWords: true, kind: 'audio', durationSeconds: seconds },
    media: { type: 'audio' },
  });
});
