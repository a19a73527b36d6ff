/** Articles made of talks, and pictures in them, as stored, statement by statement, among other contents and users. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { talkArticleParts, talkArticles } from '#db/schema/articles.ts';
import { type contents, noteVersions } from '#db/schema/content.ts';
import { tasks } from '#db/schema/tasks.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import { talkArticle } from '#engine/article/talk-article.ts';
import type { Extracted } from '#engine/domain.ts';
import { talkSourceOf } from '#features/articles/server/talk-source.ts';
import { cancelArticle, deleteArticle, readWrittenArticle, startArticle } from '#features/articles/server/written-article.ts';
import { articleTask } from '#features/articles/tasks.ts';
import { noteTask } from '#features/summaries/tasks.ts';
import type { Services } from '#infra/services.ts';
import { addUser, client, keepAccountRows } from './account-rows.ts';
import { addContent, addExtraction, addOwn, addSource, byText, codesOf, linesOf } from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';

keepAccountRows();

let recorded: Recorded;
let services: Services;
beforeEach(async () => {
  await client.query('delete from tasks');
  for (const id of ['ada', 'bob']) await addUser(id);
  recorded = recordedServices([noteTask, articleTask]);
  const compute = async (
    name: string,
    given: Parameters<typeof talkArticle> extends [infer One, infer Two] ? { segments: One } & Two : never,
  ) => {
    expect(name).toBe('talkArticle');
    return talkArticle(given.segments, given);
  };
  services = { ...recorded.services, llm: { id: 'server-model' }, compute } as unknown as Services;
});

describe('an article of a talk', () => {
  const texts = Array.from({ length: 8 }, (_, n) => `Keeper number ${n} sold rye at the market.`);
  async function addTalk(userId: string, data: Partial<Extracted> = {}, values: Partial<typeof contents.$inferInsert> = {}) {
    const source = await addSource();
    const extractionId = await addExtraction(source.id, { transcript: linesOf(texts), ...data });
    return addContent(userId, source.id, { extractionId, ...values });
  }
  const chapters = [
    { title: 'One', startMs: 0 },
    { title: 'Two', startMs: 40_000 },
  ];

  test('CON-05 has the chapters of its creator, else those of the note with their current titles', async () => {
    const titles = async (content: Parameters<typeof talkSourceOf>[1]) =>
      (await talkSourceOf(services, content))?.spoken.map(({ title, startMs }) => [title, startMs]);
    expect(await titles(await addTalk('ada', { chapters }))).toEqual([
      ['One', 0],
      ['Two', 40_000],
    ]);
    const bare = await addTalk('ada', { chapters: chapters.slice(0, 1) });
    expect(await titles(bare)).toEqual([[null, 0]]);
    const outline = { chapters: [...chapters, { title: 'Lost', startMs: null }, { title: 'Three', startMs: 60_000 }] } as never;
    const [version] = await client.db
      .insert(noteVersions)
      .values({ userId: 'ada', contentId: bare.id, markdown: 'N', method: 'model', outline })
      .returning();
    await client.db
      .insert(noteVersions)
      .values({ userId: 'ada', contentId: bare.id, markdown: 'N', method: 'model', outline: { chapters: [] } as never });
    const noted = { ...bare, noteVersionId: version?.id ?? null };
    expect(await titles({ ...noted, note: null })).toEqual([
      ['One', 0],
      ['Two', 40_000],
      ['Three', 60_000],
    ]);
    expect(await titles(await addOwn('ada'))).toBeUndefined();
    expect(await titles(await addTalk('ada', { transcript: linesOf(texts, false) }))).toBeUndefined();
    const edited = await addTalk('ada', { chapters: [] });
    const [own] = await client.db
      .insert(noteVersions)
      .values({ userId: 'ada', contentId: edited.id, markdown: 'N', method: 'model', outline })
      .returning();
    const note =
      '## Far [0:02](#t=2)\n\nx\n\n## Near [0:00](#t=0.4)\n\nx\n\n## Nearest [0:00](#t=0.1)\n\nx\n\n## Next [0:00](#t=0.5)\n\nx\n\n## Edge [0:41](#t=41)\n\nx\n\n## Second [0:41](#t=40.9)\n\nx\n\n##  [1:00](#t=60)\n';
    expect(await titles({ ...edited, noteVersionId: own?.id ?? null, note })).toEqual([
      ['Nearest', 0],
      ['Second', 40_000],
      ['Three', 60_000],
    ]);
  });

  test('CON-05 is read as its owner corrected it, in the language that is spoken', async () => {
    const talk = await addTalk('ada', { chapters, title: 'Rye' });
    const before = await talkSourceOf(services, talk);
    expect([before?.language, before?.facts.title, before?.segments.length]).toEqual(['en', 'Rye', 8]);
    const edit = { type: 'text', line: 0, startMs: 0, was: texts[0], text: 'Corrected.' };
    await client.db.insert(transcriptEdits).values({ userId: 'ada', contentId: talk.id, edit });
    expect((await talkSourceOf(services, talk))?.segments[0]?.text).toBe('Corrected.');
    const theirs = await addContent('bob', talk.sourceId, { extractionId: talk.extractionId });
    expect((await talkSourceOf(services, theirs))?.segments[0]?.text).toBe(texts[0]);
    const spoken = async (language: string | null) =>
      (await talkSourceOf(services, await addTalk('ada', { transcript: { ...linesOf(texts), language } })))?.language;
    expect([
      await spoken('zh-Hans'),
      await spoken('ZH'),
      await spoken('zh-TW'),
      await spoken('zh-Hant'),
      await spoken('zh_HK'),
      await spoken('en-GB'),
      await spoken('de'),
      await spoken(null),
    ]).toEqual([...['zh', 'zh', 'source', 'source', 'source', 'en', 'source', 'source']]);
  });

  test('CON-05 is kept for a while: the last dozen, and not too many lines', async () => {
    let computed = 0;
    const counting = {
      ...services,
      compute: async () => {
        computed++;
        return [];
      },
    } as unknown as Services;
    const isKept = async (content: Parameters<typeof talkSourceOf>[1]) => {
      const before = computed;
      await talkSourceOf(counting, content);
      return computed === before;
    };
    const talks = [];
    for (let n = 0; n < 13; n++) talks.push(await addTalk('ada'));
    for (const talk of talks) expect(await isKept(talk)).toBe(false);
    const [first, second, ...others] = talks as [(typeof talks)[0], (typeof talks)[0], ...typeof talks];
    for (const talk of [...others, second]) expect(await isKept(talk)).toBe(true);
    expect(await isKept(first)).toBe(false);
    expect(await isKept(others[0] as typeof first)).toBe(false);
    const long = async (lines: number) => addTalk('ada', { transcript: linesOf(Array.from({ length: lines }, () => 'x')) });
    const [one, two, three] = [await long(75_000), await long(75_000), await long(1)];
    expect([await isKept(one), await isKept(two), await isKept(one), await isKept(three)]).toEqual([false, false, true, false]);
    expect([await isKept(one), await isKept(two)]).toEqual([true, false]);
    // What has no times is known to have none.
    const text = await addTalk('ada', { transcript: linesOf(['x'], false) });
    expect([await talkSourceOf(counting, text), await talkSourceOf(counting, text), computed]).toEqual([null, null, computed]);
  });

  test('CON-05 is begun with a model and words, stopped, and deleted with its parts', async () => {
    const [mine, other] = [await addTalk('ada', { chapters }), await addTalk('ada', { chapters })];
    const unread = await addOwn('ada');
    const silent = await addTalk('ada', { transcript: linesOf([]) });
    expect(
      await codesOf(
        startArticle({ ...services, llm: null }, mine, 'all'),
        startArticle(services, silent, 'all'),
        startArticle(services, unread, 'all'),
      ),
    ).toEqual(['llm_not_configured', 'subtitles_missing', 'subtitles_missing']);
    const nothing = {
      state: null,
      taskId: null,
      problem: null,
      model: null,
      writer: 'server-model',
      done: 0,
      total: 0,
      parts: [],
    };
    expect(await readWrittenArticle(services, mine)).toEqual(nothing);
    expect(await cancelArticle(services, mine)).toBeNull();
    for (const content of [mine, other]) await startArticle(services, content, 'all');
    await startArticle(services, mine, 1);
    const [task] = await client.db.select().from(tasks).where(eq(tasks.contentId, mine.id));
    expect(task).toMatchObject({
      kind: 'article',
      key: `ada:${mine.id}`,
      userId: 'ada',
      payload: { userId: 'ada', contentId: mine.id, parts: 'all' },
    });
    expect(await client.db.$count(tasks)).toBe(2);
    expect(await readWrittenArticle(services, mine)).toMatchObject({
      state: 'running',
      taskId: task?.id,
      model: 'server-model',
      done: 0,
      total: 0,
    });
    const paragraphs = [{ text: 'Written.', startMs: 0, endMs: 9000, lastMs: 10_000, asSpoken: false }];
    const part = { userId: 'ada', contentId: mine.id, wanted: true };
    await client.db.insert(talkArticleParts).values([
      {
        ...part,
        position: 0,
        title: 'Old one',
        startMs: 0,
        outcome: 'model',
        linesKey: 'x',
        paragraphs,
        model: 'm',
        wanted: false,
      },
      { ...part, position: 1, title: null, startMs: 40_000, outcome: 'spoken' },
      { ...part, position: 2, title: 'Three', startMs: 60_000 },
    ]);
    await client.db
      .update(tasks)
      .set({ checkpoints: { plan: { total: 3 } } })
      .where(eq(tasks.id, task?.id ?? ''));
    const read = await readWrittenArticle(services, mine);
    expect([read.done, read.total]).toEqual([1, 3]);
    expect(
      read.parts.map(({ position, title, startMs, state, stale, wanted, model }) => [
        position,
        title,
        startMs,
        state,
        stale,
        wanted,
        model,
      ]),
    ).toEqual([
      [0, 'One', 0, 'written', true, false, 'm'],
      [1, null, 40_000, 'spoken', false, true, null],
      [2, 'Three', 60_000, 'waiting', false, true, null],
    ]);
    expect(read.parts[0]?.paragraphs).toEqual([
      { text: 'Written.', startMs: 0, endMs: 9000, speaker: null, first: 0, last: 1, asSpoken: false },
    ]);
    expect(read.parts[2]?.paragraphs.every(({ first, asSpoken }) => first >= 6 && asSpoken)).toBe(true);
    expect(await cancelArticle(services, mine)).toBe('cancelled');
    expect(await readWrittenArticle(services, mine)).toMatchObject({
      state: 'cancelled',
      taskId: null,
      parts: [{ wanted: false }, { wanted: false }, { wanted: false }],
    });
    await client.db.delete(tasks).where(eq(tasks.id, task?.id ?? ''));
    expect((await readWrittenArticle(services, mine)).state).toBe('cancelled');
    await client.db.update(talkArticleParts).set({ outcome: 'spoken' });
    expect((await readWrittenArticle(services, mine)).state).toBe('completed');
    await startArticle(services, mine, 'all');
    await deleteArticle(services, mine);
    expect([await readWrittenArticle(services, { ...mine }), await client.db.$count(talkArticleParts)]).toMatchObject([
      { parts: [] },
      0,
    ]);
    expect((await client.db.select().from(talkArticles)).map(({ contentId }) => contentId)).toEqual([other.id]);
    expect((await client.db.select().from(tasks)).map(({ contentId, state }) => [contentId, state]).sort(byText)).toEqual(
      [
        [mine.id, 'cancelled'],
        [other.id, 'queued'],
      ].sort(byText),
    );
  });
});
