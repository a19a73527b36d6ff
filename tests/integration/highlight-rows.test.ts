/** Highlights, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { userContentHighlights } from '#db/schema/highlights.ts';
import { maxHighlightsPerContent } from '#features/highlights/contract.ts';
import {
  createHighlight,
  deleteHighlight,
  reattachHighlights,
  restoreHighlight,
  updateHighlight,
} from '#features/highlights/server/change.ts';
import { moveHighlights } from '#features/highlights/server/move-highlights.ts';
import { highlightsOf, listHighlights } from '#features/highlights/server/queries.ts';
import { addUser, client, codeOf, hoursAgo, inTx, keepAccountRows } from './account-rows.ts';
import { addContent, addOwn, codesOf } from './content-records.ts';

keepAccountRows();
beforeEach(async () => {
  for (const name of ['tasks', 'blob_garbage']) await client.query(`delete from ${name}`);
  for (const id of ['ada', 'bob']) await addUser(id);
});
const day = (n: number) => new Date(Date.UTC(2026, 0, n));

describe('highlights', () => {
  const anchors = { exact: 'oven', prefix: 'the ', suffix: ' is', start: 4, alone: true };
  type Content = Parameters<typeof createHighlight>[1];
  const create = (content: Content, values: Partial<Parameters<typeof createHighlight>[2]> = {}) =>
    createHighlight(client.db, content, {
      ...{
        id: randomUUID() as string,
        contentId: content.id,
        highlight_text: 'oven',
        scope: 'note',
        section_id: null,
        content_key: 'k',
      },
      ...{ comment: '', colour: 'yellow', anchors, ...values },
    } as Parameters<typeof createHighlight>[2]);
  const rowOf = async (id: string) =>
    (await client.db.select().from(userContentHighlights).where(eq(userContentHighlights.id, id)))[0];

  const anchorsOf = async (id: string) => ((await rowOf(id))?.anchors ?? {}) as typeof anchors;

  test('CON-06 are made once, of one content and user, and take a comment that comes late', async () => {
    const [mine, other] = [await addOwn('ada'), await addOwn('ada')];
    const theirs = await addContent('bob', mine.sourceId);
    const made = await create(mine, { section_id: '#p1', colour: 'pink', scope: 'article' });
    expect(made).toMatchObject({
      content_id: mine.id,
      section_id: '#p1',
      content_key: 'k',
      comment: '',
      colour: 'pink',
      scope: 'article',
      anchors,
    });
    expect(await create(mine, { id: made.id, comment: 'Late', colour: 'blue' })).toMatchObject({
      comment: 'Late',
      colour: 'pink',
    });
    expect(await create(mine, { id: made.id, comment: 'Later' })).toMatchObject({ comment: 'Late' });
    for (const content of [other, theirs])
      expect(await create(content, { id: made.id, comment: 'x' }).catch(codeOf)).toBe('not_found');
    const bare = await create(mine);
    for (const content of [other, theirs])
      expect(await create(content, { id: bare.id, comment: 'x' }).catch(codeOf)).toBe('not_found');
    expect((await rowOf(bare.id))?.comment).toBe('');
    expect((await highlightsOf(client.db, mine)).map(({ id }) => id)).toEqual([made.id, bare.id]);
    expect([await highlightsOf(client.db, other), await highlightsOf(client.db, theirs)]).toEqual([[], []]);
  });

  test('CON-06 are as many as a content may have, without deleted ones', async () => {
    const content = await addOwn('ada');
    const row = {
      userId: 'ada',
      contentId: content.id,
      highlightText: 'x',
      scope: 'note' as const,
      contentKey: 'k',
      colour: 'yellow' as const,
      anchors,
    };
    const rows = Array.from({ length: maxHighlightsPerContent - 1 }, () => row);
    for (let at = 0; at < rows.length; at += 1000)
      await client.db.insert(userContentHighlights).values(rows.slice(at, at + 1000));
    await client.db.insert(userContentHighlights).values({ ...row, deletedAt: new Date() });
    await create(content);
    const refused = await create(content).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'bad_request', params: { field: 'highlights' } });
    await create(await addOwn('ada'));
  });

  test('CON-06 are changed, deleted and restored by their user, and gone after a day', async () => {
    const content = await addOwn('ada');
    const [one, two] = [await create(content), await create(content)];
    const theirs = await create(await addContent('bob', content.sourceId));
    const refusals = await codesOf(
      updateHighlight(client.db, 'ada', { highlightId: theirs.id, comment: 'x' }),
      deleteHighlight(client.db, 'ada', theirs.id),
      restoreHighlight(client.db, 'ada', one.id),
    );
    expect(refusals).toEqual(['not_found', 'not_found', 'not_found']);
    expect(await updateHighlight(client.db, 'ada', { highlightId: one.id, comment: 'C' })).toMatchObject({
      comment: 'C',
      colour: 'yellow',
    });
    expect(await updateHighlight(client.db, 'ada', { highlightId: one.id, colour: 'blue' })).toMatchObject({
      comment: 'C',
      colour: 'blue',
    });
    expect(await rowOf(two.id)).toMatchObject({ comment: '', colour: 'yellow' });
    await deleteHighlight(client.db, 'ada', one.id);
    expect(
      await codesOf(
        deleteHighlight(client.db, 'ada', one.id),
        updateHighlight(client.db, 'ada', { highlightId: one.id, comment: 'x' }),
        restoreHighlight(client.db, 'bob', one.id),
      ),
    ).toEqual(['not_found', 'not_found', 'not_found']);
    expect((await highlightsOf(client.db, content)).map(({ id }) => id)).toEqual([two.id]);
    expect(await restoreHighlight(client.db, 'ada', one.id)).toMatchObject({ id: one.id, comment: 'C' });
    const old = async (id: string, hours: number) =>
      client.db
        .update(userContentHighlights)
        .set({ deletedAt: hoursAgo(hours) })
        .where(eq(userContentHighlights.id, id));
    await old(one.id, 23.9);
    await old(theirs.id, 24.1);
    await deleteHighlight(client.db, 'ada', two.id);
    expect([await rowOf(one.id), await rowOf(theirs.id)].map((row) => row !== undefined)).toEqual([true, true]);
    await old(one.id, 24.1);
    const third = await create(content);
    await deleteHighlight(client.db, 'ada', third.id);
    expect([await rowOf(one.id), await rowOf(two.id), await rowOf(theirs.id)].map((row) => row !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('CON-06 are attached anew where their words are now', async () => {
    const [content, other] = [await addOwn('ada'), await addOwn('ada')];
    const theirs = await create(await addContent('bob', content.sourceId));
    const [one, two, gone, elsewhere] = [
      await create(content),
      await create(content),
      await create(content),
      await create(other),
    ];
    await deleteHighlight(client.db, 'ada', gone.id);
    const moved = { ...anchors, start: 90 };
    const items = [two, one, gone, elsewhere, theirs].map(({ id }) => ({ id, anchors: moved }));
    expect(await reattachHighlights(client.db, content, items)).toBe(2);
    expect(await Promise.all([one, two, gone, elsewhere, theirs].map(async ({ id }) => (await anchorsOf(id)).start))).toEqual([
      90, 90, 4, 4, 4,
    ]);
  });

  test('CON-06 are listed newest first, by colour and words, in pages', async () => {
    const [one, two] = [
      await addOwn('ada', { title: 'Clay oven', sourceUrl: 'https://x.example/' }),
      await addOwn('ada', { title: '全球氣候' }),
    ];
    await create(await addContent('bob', one.sourceId));
    const at = async (id: string, n: number) =>
      client.db
        .update(userContentHighlights)
        .set({ createdAt: day(n) })
        .where(eq(userContentHighlights.id, id));
    const made = [
      await create(one, { highlight_text: 'warm stone' }),
      await create(one, { highlight_text: 'a (b) c%', comment: 'Because WARM', colour: 'pink' }),
      await create(two, { highlight_text: 'third' }),
      await create(two, { highlight_text: 'gone' }),
    ];
    for (const [n, { id }] of made.entries()) await at(id, n + 1);
    await deleteHighlight(client.db, 'ada', made[3]?.id ?? '');
    const ids = made.map(({ id }) => id);
    const list = async (input: Partial<Parameters<typeof listHighlights>[2]> = {}) => {
      const page = await listHighlights(client.db, 'ada', { limit: 9, ...input });
      return { ...page, highlights: page.highlights.map(({ id }) => id) };
    };
    expect(await list()).toEqual({ highlights: [ids[2], ids[1], ids[0]], count: 3, nextCursor: null });
    const first = await list({ limit: 2 });
    expect([first.highlights, first.count]).toEqual([[ids[2], ids[1]], 3]);
    expect(await list({ limit: 2, cursor: first.nextCursor ?? '' })).toEqual({
      highlights: [ids[0]],
      count: 3,
      nextCursor: null,
    });
    expect((await list({ limit: 3 })).nextCursor).toBeNull();
    expect(await list({ colour: 'pink' })).toEqual({ highlights: [ids[1]], count: 1, nextCursor: null });
    expect(await list({ search: 'warm' })).toMatchObject({ highlights: [ids[1], ids[0]], count: 2 });
    expect(await list({ search: ' warm  oven ', colour: 'yellow' })).toMatchObject({ highlights: [ids[0]], count: 1 });
    const found = await list({ search: 'OVEN', limit: 1 });
    expect([found.highlights, found.count]).toEqual([[ids[1]], 2]);
    expect(await list({ search: 'OVEN', limit: 1, cursor: found.nextCursor ?? '' })).toEqual({
      highlights: [ids[0]],
      count: 2,
      nextCursor: null,
    });
    for (const [search, count] of [
      ['气候', 1],
      ['(b)', 1],
      ['c%', 1],
      ['a.b', 0],
      ['.', 0],
      ['nothing', 0],
    ] as const)
      expect([search, (await list({ search })).count]).toEqual([search, count]);
    const [row] = (await listHighlights(client.db, 'ada', { limit: 1, search: 'stone' })).highlights;
    expect(row).toMatchObject({
      id: ids[0],
      title: 'warm stone',
      content: { title: 'Clay oven', source_url: 'https://x.example/' },
    });
    expect(row).not.toHaveProperty('anchors');
    expect(await list({ cursor: 'x' }).catch(codeOf)).toBe('bad_request');
  });

  test('CON-04 CON-06 move with a known change of their text', async () => {
    const [content, other] = [await addOwn('ada'), await addOwn('ada')];
    const quote = (exact: string, start: number, prefix = '', suffix = '') => ({ exact, prefix, suffix, start, alone: true });
    const note = 'The old oven is warm. The oven stands.';
    const inNote = await create(content, { highlight_text: 'old oven is', anchors: quote('old oven is', 4, 'The ', ' warm.') });
    const named = await create(content, { highlight_text: 'my own words', anchors: quote('oven stands', 26, 'The ', '.') });
    const article = await create(content, {
      scope: 'article',
      highlight_text: 'Ada: Hello',
      anchors: quote('Ada: Hello', 0, 'x\n', '\nAda: again'),
    });
    const within = await create(content, {
      scope: 'article',
      highlight_text: 'so Ada: Hello',
      anchors: quote('Ada: Hello', 9, 'so '),
    });
    const elsewhere = await create(other, { anchors: quote('old oven is', 4, 'The ', ' warm.') });
    const gone = await create(content, { anchors: quote('old oven is', 4, 'The ', ' warm.') });
    await deleteHighlight(client.db, 'ada', gone.id);
    const changes = [
      { at: 4, was: 'old oven', now: 'clay kiln' },
      { at: 27, was: 'oven', now: 'kiln' },
    ];
    await inTx((tx) => moveHighlights(tx, content, { note, changes }));
    const shown = async (id: string) => {
      const row = await rowOf(id);
      const { exact, start, prefix, suffix } = await anchorsOf(id);
      return [row?.highlightText, exact, start, prefix, suffix];
    };
    expect(await shown(inNote.id)).toEqual(['clay kiln is', 'clay kiln is', 5, 'The ', ' warm. The kiln stands.']);
    expect(await shown(named.id)).toEqual(['my own words', 'kiln stands', 28, 'The clay kiln is warm. The ', '.']);
    for (const one of [elsewhere, gone]) expect((await shown(one.id))[1]).toBe('old oven is');
    expect((await shown(article.id))[1]).toBe('Ada: Hello');
    await inTx((tx) => moveHighlights(tx, content, { renamed: { from: 'Ada', to: 'Grace' } }));
    expect(await shown(article.id)).toEqual(['Grace: Hello', 'Grace: Hello', 0, 'x\n', '\nGrace: again']);
    expect((await shown(within.id)).slice(0, 2)).toEqual(['so Ada: Hello', 'Ada: Hello']);
    expect((await shown(inNote.id))[1]).toBe('clay kiln is');
  });
});
