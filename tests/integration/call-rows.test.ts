/** Calls as the server answers them, without HTTP: what each hands on, and what strangers get. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contents, runs } from '#db/schema/content.ts';
import { smartFolders } from '#db/schema/smart-folders.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import type { Extracted } from '#engine/domain.ts';
import { articleProcedures } from '#features/articles/server/router.ts';
import { articleTask } from '#features/articles/tasks.ts';
import { askTask } from '#features/ask/tasks.ts';
import { channelProcedures, exploreProcedures } from '#features/channels/server/router.ts';
import { chatProcedures } from '#features/chat/server/router.ts';
import { chatTask } from '#features/chat/tasks.ts';
import { contentProcedures, userNoteProcedures } from '#features/contents/server/router.ts';
import { exportProcedures } from '#features/exports/server/router.ts';
import { ingestProcedures } from '#features/ingest/server/router.ts';
import { linkProcedures } from '#features/links/server/router.ts';
import { promptProcedures } from '#features/prompts/server/router.ts';
import { smartFolderProcedures } from '#features/smart-folders/server/router.ts';
import { speechProcedures } from '#features/speech/server/router.ts';
import { summaryProcedures, videoProcedures } from '#features/summaries/server/router.ts';
import { noteTask } from '#features/summaries/tasks.ts';
import { systemProcedures } from '#features/system/server/router.ts';
import { transcriptProcedures } from '#features/transcripts/server/router.ts';
import { translationTask } from '#features/transcripts/tasks.ts';
import { playlistProcedures } from '#features/watch-later/server/router.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import type { ModelReport, ModelState } from '#infra/speech/models/model.ts';
import { AppError } from '#lib/app-error.ts';
import { type Context, router } from '#rpc/server.ts';
import { computeHere } from '../harness/compute-here.ts';
import { addUser, client, keepAccountRows } from './account-rows.ts';
import { addContent, addExtraction, addOwn, addSource, addTalk, linesOf } from './content-records.ts';
import { recordedServices } from './recorded-services.ts';

keepAccountRows();

const calls = router({
  channels: router(channelProcedures),
  chat: router(chatProcedures),
  content: router({ ...articleProcedures, ...contentProcedures, ...summaryProcedures, ...transcriptProcedures }),
  explore: router(exploreProcedures),
  exports: router(exportProcedures),
  ingest: router(ingestProcedures),
  links: router(linkProcedures),
  playlist: router(playlistProcedures),
  prompts: router(promptProcedures),
  smartFolders: router(smartFolderProcedures),
  speech: router(speechProcedures),
  system: router(systemProcedures),
  userNote: router(userNoteProcedures),
  video: router(videoProcedures),
});

let services: Services;
let guests = 0;
beforeEach(async () => {
  await client.query('delete from tasks');
  guests = 0;
  for (const id of ['ada', 'bob']) await addUser(id);
  services = {
    ...recordedServices([articleTask, askTask, chatTask, noteTask, translationTask]).services,
    ...{ llm: { id: 'server-model' }, compute: computeHere },
  } as unknown as Services;
});

const logger = { debug: () => undefined, info: () => undefined, error: () => undefined };
const as = (userId: string | null, more: object = {}, role: AuthUser['role'] = 'user') => {
  const user = userId === null ? null : ({ id: userId, role } as AuthUser);
  const context = {
    ...{ user, logger, clientAddress: '192.0.2.9', keepSession: async () => undefined },
    ensureUser: async () => user ?? { id: await addUser(guests++ === 0 ? 'made' : `made-${guests}`), role: 'guest' },
    services: { ...services, ...more },
  };
  return calls.createCaller(context as unknown as Context);
};
const causeOf = (error: unknown) => (error instanceof Error && error.cause instanceof AppError ? error.cause.code : error);
const refusal = (work: Promise<unknown>) => work.then((value) => ['answered', value], causeOf);

describe('the parts of a content', () => {
  test('CON-01 say what the whole says, with corrections, to its owner alone', async () => {
    const talk = await addTalk('ada', ['One said.', 'Two said.', 'Three said.'], { title: 'Talk', durationMs: 30_000 });
    const edit = { type: 'text', line: 1, startMs: 10_000, was: 'Two said.', text: 'Two spoke.' };
    const [row] = await client.db
      .insert(transcriptEdits)
      .values({ userId: 'ada', contentId: talk.id, edit, noteChanges: [] })
      .returning();
    const of = { contentId: talk.id };
    const { content } = as('ada');
    const overview = await content.overview(of);
    const transcript = await content.transcript(of);
    expect(transcript).toEqual({
      extractionId: talk.extractionId,
      subtitlesArray: ['One said.', 'Two spoke.', 'Three said.'].map((text, id) => ({
        ...{ id, startMs: id * 10_000, endMs: id * 10_000 + 9000, text },
      })),
      ...{ transcriptVersion: row?.id, transcriptEdits: 1 },
    });
    const text = await content.sourceText(of);
    expect(text).toEqual({ extractionId: talk.extractionId, paragraphs: [], articleMarkdown: null, articleImages: [] });
    expect(await content.detail(of)).toEqual({ ...overview, ...transcript, ...text });
    expect(overview).toMatchObject({ availableModel: 'server-model', title: 'Talk' });
    expect((await as('ada', { llm: null }).content.detail(of)).availableModel).toBeNull();
    const near = await content.linesNear({ ...of, anchor: { kind: 'time', ms: 10_000 } });
    expect(near).toEqual({ extractionId: talk.extractionId, transcriptVersion: row?.id, lines: transcript.subtitlesArray });
    const { chapters } = await content.article(of);
    expect(chapters.flatMap(({ paragraphs }) => paragraphs.map(({ text: said }) => said)).join(' ')).toBe(
      'One said. Two spoke. Three said.',
    );
    expect(await content.article({ contentId: (await addOwn('ada')).id })).toEqual({ chapters: [] });
    const { density } = await content.speechDensity({ ...of, durationMs: 30_000 });
    const loud = density.map((value, at) => (value > 0 ? at : -1)).filter((at) => at >= 0);
    expect([density.length, Math.max(...density), loud[0], loud.at(-1)]).toEqual([110, 1, 0, 106]);
    for (const call of ['detail', 'overview', 'transcript', 'sourceText'] as const) {
      expect(await refusal(as('bob').content[call](of))).toBe('not_found');
      expect(await refusal(as(null).content[call](of))).toBe('unauthenticated');
    }
    expect((await content.translation({ ...of, language: 'zh' })).state).toBeNull();
    expect(await content.translate({ ...of, language: 'zh' })).toEqual({ state: 'running' });
    const running = await content.translation({ ...of, language: 'zh' });
    expect([running.state, running.done, running.total, running.taskId !== null]).toEqual(['running', 0, 3, true]);
    expect(await content.cancelTranslation({ ...of, language: 'en' })).toEqual({ state: null });
    expect(await content.cancelTranslation({ ...of, language: 'zh' })).toEqual({ state: 'cancelled' });
    expect(await refusal(as('ada', { llm: null }).content.translate({ ...of, language: 'zh' }))).toBe('llm_not_configured');
  });

  test('CON-01 of a text are its paragraphs and its article, whose pictures are paths here', async () => {
    const source = await addSource();
    const image = 'https://a.example/oven.png';
    const data = { articleMarkdown: `# Oven\n\n![clay](${image})`, transcript: linesOf(['First.', 'Second.'], false) };
    const article = await addContent('ada', source.id, { extractionId: await addExtraction(source.id, data) });
    const { content } = as('ada');
    expect(await content.sourceText({ contentId: article.id })).toEqual({
      extractionId: article.extractionId,
      paragraphs: data.transcript.segments,
      articleMarkdown: `# Oven\n\n![clay](/api/contents/${article.id}/images/0)`,
      articleImages: [image],
    });
    expect(await content.transcript({ contentId: article.id })).toMatchObject({ subtitlesArray: [], transcriptVersion: 0 });
    expect(await refusal(content.translate({ contentId: article.id, language: 'zh' }))).toBe('subtitles_missing');
    const upload = await addOwn('ada', { contentType: 'local', title: 'Old' });
    expect(await content.rename({ contentId: upload.id, title: ' New ' })).toEqual({ title: 'New' });
    const sound = {
      type: 'audio',
      mime: 'audio/mpeg',
      blob: null,
      url: 'https://a.example/a.mp3',
    } as unknown as Extracted['media'];
    const heard = await addContent('ada', (await addSource()).id, {
      extractionId: await addExtraction(source.id, { media: sound, kind: 'audio' }),
    });
    const { media } = await content.overview({ contentId: heard.id });
    expect(media).toEqual({ type: 'audio', mime: 'audio/mpeg', url: 'https://a.example/a.mp3' });
    await client.db.delete(contents).where(eq(contents.id, heard.id));
    const video = await addOwn('ada', { contentType: 'longVideo', title: 'B' });
    expect(await refusal(content.rename({ contentId: video.id, title: 'New' }))).toBe('title_fixed');
    const titles = await client.db
      .select({ title: contents.title, own: contents.ownTitle })
      .from(contents)
      .orderBy(contents.title);
    expect(titles).toEqual([
      { title: 'A', own: false },
      { title: 'B', own: false },
      { title: 'New', own: true },
    ]);
    expect(await as('ada').userNote.deletionResult()).toBeNull();
    expect(await as('ada').userNote.deleteContentWithCleanup({ contentId: upload.id })).toEqual({ deleted: true });
    expect((await client.db.select({ id: contents.id }).from(contents)).map(({ id }) => id).sort()).toEqual(
      [article.id, video.id].sort(),
    );
  });

  test('CON-08 are asked about where there are words and a model', async () => {
    const [talk, bare] = [await addTalk('ada', ['One said.']), await addOwn('ada')];
    const question = 'What was said?';
    expect(await refusal(as('ada').chat.ask({ contentId: bare.id, question }))).toBe('subtitles_missing');
    expect(await refusal(as('ada', { llm: null }).chat.ask({ contentId: talk.id, question }))).toBe('llm_not_configured');
    expect(await as('ada').chat.history({ contentId: bare.id })).toMatchObject({
      ...{ messages: [], mode: 'model', model: 'server-model', hasWords: false },
    });
    expect(await as('ada', { llm: null }).chat.history({ contentId: talk.id })).toMatchObject({
      ...{ messages: [], mode: 'find', model: null, hasWords: true },
    });
    const found = await as('ada').chat.find({ contentId: talk.id, query: 'said' });
    expect(found.passages).toMatchObject([{ first: 0, last: 0, startMs: 0, text: 'One said.', marks: [{ start: 4, end: 8 }] }]);
  });
});

describe('links', () => {
  test('CON-10 lead to what the caller has, and to the sound that is kept here before that of the source', async () => {
    const source = await addSource({ url: 'https://a.example/talk' });
    const media = (blob: string | null, url: string | null) =>
      ({ type: 'audio', mime: 'audio/mpeg', blob, url }) as unknown as Extracted['media'];
    const own = async (userId: string, of: Extracted['media']) => {
      await client.db.delete(contents).where(eq(contents.userId, userId));
      const extractionId = await addExtraction(source.id, { media: of });
      return addContent(userId, source.id, { extractionId, sourceUrl: source.url, status: 'failed' });
    };
    const url = source.url ?? '';
    const file = async (of: string, who: string | null = 'ada') => (await as(who).links.audioFile({ url: of })).fileUrl;
    expect(await as('ada').links.find({ url: `${url}?utm_source=x` })).toEqual({ url, content: null });
    expect(await file(url)).toBeNull();
    const kept = await own('ada', media('media/a', 'https://a.example/a.mp3'));
    const theirs = await own('bob', media('media/b', null));
    expect(await as('ada').links.find({ url })).toEqual({ url, content: { contentId: kept.id, status: 'failed' } });
    expect(await as(null).links.find({ url })).toEqual({ url, content: null });
    const path = (id: string) => `/api/contents/${id}/media`;
    expect([await file(url), await file(path(kept.id)), await file(path(theirs.id)), await file(path(randomUUID()))]).toEqual([
      ...[path(kept.id), path(kept.id), null, null],
    ]);
    expect([await file(url, null), await file(path(kept.id), null)]).toEqual([null, null]);
    const notNamed = [
      `x${path(kept.id)}`,
      `${path(kept.id)}/`,
      path('x'),
      path(kept.id.slice(1)),
      path(`${kept.id}0`),
      'javascript:x',
    ];
    for (const other of notNamed) expect(['url_invalid', null]).toContainEqual(await file(other).catch(causeOf));
    await own('ada', media(null, 'https://a.example/a.mp3'));
    expect(await file(url)).toBe('https://a.example/a.mp3');
    await own('ada', null);
    expect(await file(url)).toBeNull();
    for (const call of ['find', 'audioFile'] as const)
      expect(await refusal(as(null).links[call]({ url: 'javascript:x' }))).toBe('url_invalid');
    const { contentId } = await as(null).links.comment({ url: 'https://b.example/', note: ' Good. ', noteLanguage: 'zh' });
    const [made] = await client.db.select().from(contents).where(eq(contents.id, contentId));
    expect(made).toMatchObject({ userId: 'made', note: 'Good.', siteName: null, noteLanguage: 'zh' });
    expect(await refusal(as(null).links.comment({ url: 'javascript:x', note: 'Good.', noteLanguage: 'zh' }))).toBe('url_invalid');
    const asked: string[] = [];
    const fetch = async (address: string) => {
      asked.push(address);
      throw new AppError('fetch_failed');
    };
    expect(await as('ada', { fetch }).links.favicon({ hostname: 'icons.example' })).toEqual({ icon: null });
    expect(asked).toEqual(['https://icons.example/favicon.ico', 'https://icons.example/apple-touch-icon.png']);
    const limits = await client.query<{ key: string }>('select key from rate_limits order by key');
    expect(limits.map(({ key }) => key)).toEqual(['icons-address:192.0.2.9', 'icons-user:ada']);
    await client.query(`update rate_limits set taken = 600 where key like '%address%'`);
    const refused = await as('ada', { fetch })
      .links.favicon({ hostname: 'more.example' })
      .catch((error: Error) => error.cause);
    expect(refused).toMatchObject({ code: 'rate_limited', retry: { afterMs: expect.any(Number) } });
  });
});

describe('the summary of a link', () => {
  test('API-01 is begun once, waited for as long as is wanted, and given when it is there', async () => {
    const url = 'https://a.example/page';
    const ask = (more: object = {}, userId = 'ada') => as(userId).video.summary({ url, waitMs: 0, ...more });
    const first = await ask();
    expect(first).toEqual({
      contentId: first.contentId,
      status: 'processing',
      title: 'a.example/page',
      summary: null,
      problem: null,
    });
    const own = () => client.db.select().from(contents).where(eq(contents.id, first.contentId));
    const [content] = await own();
    expect(content).toMatchObject({ userId: 'ada', noteLanguage: 'en', detail: 'standard' });
    const began = performance.now();
    expect(await ask({ waitMs: 300 })).toEqual(first);
    expect(performance.now() - began).toBeGreaterThan(250);
    // Who joins the work sees what it has read so far.
    const read = { kind: 'video' as const, title: 'Told', durationMs: 90_000 };
    const extractionId = await addExtraction(content?.sourceId ?? '', read);
    await client.db.update(runs).set({ extractionId });
    await addUser('eve');
    const joined = await ask({}, 'eve');
    const [hers] = await client.db.select().from(contents).where(eq(contents.id, joined.contentId));
    expect(hers).toMatchObject({ ...read, contentType: 'longVideo', extractionId, activeRunId: content?.activeRunId });
    expect(await own()).toMatchObject([{ title: 'a.example/page', kind: null }]);
    const theirs = await ask({ noteLanguage: 'zh', detail: 'brief' }, 'bob');
    const [other] = await client.db.select().from(contents).where(eq(contents.id, theirs.contentId));
    expect(other).toMatchObject({ userId: 'bob', noteLanguage: 'zh', detail: 'brief' });
    const problem = { problemCode: 'fetch_status', problemParams: { status: 404 } };
    const done = { status: 'completed', note: '# Note', title: 'Page', activeRunId: null, ...problem } as const;
    await client.db.update(contents).set(done).where(eq(contents.id, first.contentId));
    expect(await ask({ waitMs: 60_000 })).toEqual({
      ...{ contentId: first.contentId, status: 'completed', title: 'Page', summary: '# Note' },
      problem: { code: 'fetch_status', params: { status: 404 } },
    });
    // What is there is given even to one who has no room for more.
    const settings = { ...services.settings, uploads: { quotaBytes: 0 } };
    const full = (of: string) => as('ada', { settings }).video.summary({ url: of, waitMs: 0 });
    expect([(await full(url)).summary, await refusal(full('https://a.example/more'))]).toEqual(['# Note', 'storage_quota']);
    expect(await refusal(ask({ url: 'no link' }))).toBe('url_invalid');
  });
});

describe('models of speech', () => {
  const report = (id: string, state: ModelState): ModelReport => ({
    ...{ totalBytes: 100, ...state },
    model: {
      ...{ id, name: `M ${id}`, engine: 'whisper', languages: null, licence: { name: 'MIT', url: 'https://l.example/' } },
      ...{ parts: {}, files: [] },
    },
  });
  const problem = { code: 'storage_failed' as const, params: {} };
  const reports = [
    report('sense-voice', { state: 'absent' }),
    report('b', { state: 'partial', doneBytes: 7, problem }),
    report('c', { state: 'fetching', doneBytes: 8, bytesPerSecond: 9 }),
    report('d', { state: 'checking', doneBytes: 10 }),
    report('e', { state: 'installed' }),
  ];
  let told: unknown[];
  const withModels = (speech: object) => {
    told = [];
    const tell =
      (name: string) =>
      async (...said: unknown[]) => {
        told.push([name, ...said]);
        return ['e', 'b'];
      };
    const find = async (id: string) => {
      const found = reports.find(({ model }) => model.id === id);
      if (!found) throw new AppError('not_found');
      return found;
    };
    const speechModels = {
      ...{ list: async () => reports, report: find, importFolder: '/data/models/import' },
      ...{ start: tell('start'), cancel: tell('cancel'), remove: tell('remove'), importFrom: tell('import') },
    };
    const settings = { ...services.settings, speech: { service: null, managedByAnyone: true, localOnly: true, ...speech } };
    return as(null, { speechModels, settings }).speech;
  };
  const item = (id: string, values: object) => ({
    ...{ id, name: `M ${id}`, languages: null, licence: { name: 'MIT', url: 'https://l.example/' }, recommended: false },
    ...{ totalBytes: 100, doneBytes: 0, bytesPerSecond: null, problem: null, ...values },
  });
  const items = [
    item('sense-voice', { state: 'absent', recommended: true }),
    item('b', { state: 'partial', doneBytes: 7, problem }),
    item('c', { state: 'fetching', doneBytes: 8, bytesPerSecond: 9 }),
    item('d', { state: 'checking', doneBytes: 10 }),
    item('e', { state: 'installed', doneBytes: 100 }),
  ];

  test('are told with what is there of them', async () => {
    const state = { manageable: true, importFolder: '/data/models/import', service: null };
    expect(await withModels({}).models()).toEqual({ ...state, models: items });
    expect(await withModels({ localOnly: false }).models()).toMatchObject({ importFolder: 'DATA_DIR/models/import' });
    const managed = await withModels({ managedByAnyone: false, service: 'm @ h' }).models();
    expect(managed).toMatchObject({ manageable: false, importFolder: null, service: 'm @ h' });
    expect(managed.models.map(({ recommended }) => recommended)).toEqual([false, false, false, false, false]);
  });

  test('are fetched, stopped, deleted and imported by who may', async () => {
    const speech = withModels({});
    expect(await speech.fetchModel({ id: 'c' })).toEqual({ model: items[2] });
    expect(await speech.cancelFetch({ id: 'b' })).toEqual({ model: items[1] });
    expect(await speech.removeModel({ id: 'sense-voice' })).toEqual({ model: items[0] });
    expect(await speech.importModels()).toEqual({ models: [items[4], items[1]] });
    expect(told).toEqual([
      ['start', 'c'],
      ['cancel', 'b'],
      ['remove', 'sense-voice'],
      ['import', '/data/models/import'],
    ]);
    expect(await refusal(speech.fetchModel({ id: 'none' }))).toBe('not_found');
    const [limit] = await client.query('select key, taken from rate_limits');
    expect(limit).toEqual({ key: 'speech-models:192.0.2.9', taken: 5 });
    await client.query('update rate_limits set taken = 29');
    await speech.importModels();
    const refused = await speech.importModels().catch((error: Error) => error.cause);
    expect(refused).toMatchObject({ code: 'rate_limited', retry: { afterMs: expect.any(Number) } });
    const managed = withModels({ managedByAnyone: false });
    for (const work of [managed.fetchModel({ id: 'c' }), managed.removeModel({ id: 'e' }), managed.importModels()])
      expect(await refusal(work)).toBe('speech_models_managed');
    expect(told).toEqual([]);
  });
});

describe('without a session', () => {
  test('lists are empty, and what is kept belongs to a new guest', async () => {
    await client.db.insert(smartFolders).values({ userId: 'ada', name: 'F', tags: ['a'], matchType: 'all', rules: {} });
    const stranger = as(null);
    const definition = { tags: ['a'], match_type: 'any' as const, rules: {} };
    expect([
      ...[await stranger.channels.channelList(), await stranger.channels.subscriptions(), await stranger.smartFolders.list()],
      ...[await stranger.channels.entries({}), await stranger.prompts.mine(), await stranger.smartFolders.count(definition)],
      await stranger.smartFolders.choices(),
    ]).toEqual([[], [], [], { entries: [], nextCursor: null }, { prompts: [] }, { count: 0 }, { sites: [], languages: [] }]);
    expect((await as('ada').smartFolders.list()).map(({ name, match_type }) => [name, match_type])).toEqual([['F', 'all']]);
    const official = await stranger.prompts.official();
    expect([official.model, official.prompts.length > 5]).toEqual(['server-model', true]);
    const created_at = '2026-01-02T03:04:05.000Z';
    const made = await stranger.smartFolders.create({ ...definition, name: ' G  H ', created_at });
    expect(made).toMatchObject({ ...definition, name: 'G H', created_at });
    const [{ userId } = { userId: '' }] = await client.db.select().from(smartFolders).where(eq(smartFolders.id, made.id));
    expect(userId).toBe('made');
    const changed = { id: made.id, name: 'I', tags: [], match_type: 'all' as const, rules: { types: ['audio' as const] } };
    expect(await as('made').smartFolders.update(changed)).toMatchObject({ ...changed, created_at });
    expect(await refusal(as('ada').smartFolders.update(changed))).toBe('not_found');
    expect(await refusal(as('ada').smartFolders.delete({ id: made.id }))).toBe('not_found');
    expect(await as('made').smartFolders.delete({ id: made.id })).toEqual({ deleted: true });
    const preview = (more: object) => as(null, more).ingest.preview({ text: 'no link here' });
    expect([await preview({}), await preview({ llm: null })]).toEqual([
      { items: [], withModel: true },
      { items: [], withModel: false },
    ]);
    const settings = {
      ...services.settings,
      version: '1.2.3',
      uploads: { quotaBytes: null, maxBytes: 7 },
      defaultLanguage: 'zh',
    };
    expect([await as(null, { settings }).system.info(), (await as(null, { settings, llm: null }).system.info()).model]).toEqual([
      { version: '1.2.3', model: 'server-model', maxUploadBytes: 7, defaultLanguage: 'zh' },
      null,
    ]);
    expect(await refusal(stranger.playlist.list())).toBe('unauthenticated');
    const content = await addOwn('bob');
    expect(await refusal(as('bob', {}, 'guest').playlist.add({ contentId: content.id }))).toBe('sign_in_needed');
    const { playlist } = as('bob');
    expect([
      ...[await playlist.add({ contentId: content.id }), await playlist.add({ contentId: content.id }), await playlist.list()],
      ...[await playlist.remove({ contentId: content.id }), await playlist.remove({ contentId: content.id })],
    ]).toEqual([{ added: true }, { added: false }, { contentIds: [content.id] }, { removed: true }, { removed: false }]);
  });

  test('LIB-16 batches of files are counted once an hour has seen sixty', async () => {
    const noted = await addOwn('ada', { note: 'N' });
    const batch = { contentIds: [noted.id, randomUUID()], format: 'md' as const };
    expect(await as('ada').exports.check(batch)).toEqual({ ready: [noted.id], missing: 1 });
    expect(await client.query('select key from rate_limits')).toEqual([]);
    expect(await refusal(as('ada').exports.check({ ...batch, format: 'epub' }))).toBe('not_allowed');
    expect(await as('ada', {}, 'paid').exports.check({ ...batch, format: 'epub' })).toMatchObject({ missing: 1 });
    const ends = new Date(Date.now() + 600_000);
    await client.query(
      `insert into rate_limits (key, taken, ends_at) values ('export-batches-user:ada', 60, '${ends.toISOString()}')`,
    );
    expect(await refusal(as('ada').exports.check(batch))).toBe('too_many_archives');
    expect(await as('bob').exports.check(batch)).toEqual({ ready: [], missing: 2 });
  });
});
