/** CON-11 without a model: the place to ask finds passages instead. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#db/client.ts';
import { passageIndexes } from '#db/schema/chat.ts';
import { codeOf } from '../harness/http/client.ts';
import { shareWorld, summarise, type World } from './setup.ts';

describe('without a model', () => {
  let plain: World;
  beforeAll(async () => {
    plain = await shareWorld();
  });
  afterAll(() => plain.close());

  test('CON-11 the panel finds passages with their lines, in Chinese by words of two characters', async () => {
    const paragraphs = [
      '村里的粮仓建在河边，用石头砌成，能存放三年的粮食，每年秋天各家都把收成送到这里来。',
      '管粮仓的老人把每一袋粮食称重，记在一本旧账本上，这本账本后来保存了两百多年。',
      '磨坊建成以后，面粉的价格开始下降，很多人家第一次在冬天也能吃上白面馒头和面条。',
      '磨坊主要求每袋收取十分之一作为报酬，许多人觉得太多，争论持续了整整一个春天。',
    ];
    plain.site.on('/zh', {
      body: `<html lang="zh"><title>粮仓与磨坊</title><body><article><h1>粮仓与磨坊</h1>${Array.from({ length: 12 }, (_, index) => `<p>${paragraphs[index % 4]}这是第${index + 1}次说起这段往事，听的人换了一批又一批。</p>`).join('')}<p>最后有人提到钟楼的来历：那是磨坊主用头一年的收入为村里修建的，至今还在报时。</p></article></body></html>`,
    });
    const client = plain.client();
    const { contentId } = await summarise(client, `${plain.site.url}/zh`, 'zh');
    expect(await client.rpc.chat.history.query({ contentId })).toMatchObject({ mode: 'find', model: null, hasWords: true });
    const { passages } = await client.rpc.chat.find.query({ contentId, query: '钟楼' });
    expect(passages).toHaveLength(1);
    expect(passages[0]?.text).toContain('钟楼的来历');
    expect(passages[0]?.marks.map(({ start, end }) => passages[0]?.text.slice(start, end))).toEqual(['钟楼']);
    expect((await client.rpc.chat.find.query({ contentId, query: '飞机' })).passages).toEqual([]);
    // In traditional characters it is the same question.
    expect((await client.rpc.chat.find.query({ contentId, query: '鐘樓的來歷' })).passages[0]).toMatchObject({
      text: passages[0]?.text,
    });
    // What an older server stored of these words is made anew, and does not stay.
    const { db, close } = createDatabase(plain.database, { max: 1, applicationName: 'test' });
    // Other files share the server.
    const ofThis = sql`extraction_id = (select extraction_id from contents where id = ${contentId})`;
    const [stored] = await db.select().from(passageIndexes).where(ofThis);
    await db.update(passageIndexes).set({ hash: 'of an older server' }).where(ofThis);
    await db.execute(sql`update passages set terms = array['other'] where index_id = ${stored?.id}`);
    expect((await client.rpc.chat.find.query({ contentId, query: '钟楼' })).passages).toEqual(passages);
    const now = await db.select().from(passageIndexes).where(ofThis);
    expect(now).toHaveLength(1);
    expect(now[0]?.id).not.toBe(stored?.id);
    await close();
    expect(codeOf(await client.rpc.chat.ask.mutate({ contentId, question: '钟楼？' }).catch((error: unknown) => error))).toBe(
      'llm_not_configured',
    );
  });

  test('CON-11 words are looked for in one content of one user', async () => {
    const [ada, bob] = [plain.client(), plain.client()];
    // What is looked for stands in the last passage of each, and each has more passages than the one before.
    const places = [
      { client: bob, thing: 'anvil', words: 'Nobody knows who paved the road.' },
      { client: ada, thing: 'lantern', words: 'The clerk wrote of rye and of the weather over the hills once more.' },
      { client: ada, thing: 'kettle', words: 'A mill stood by the river until the flood took its wheel away. '.repeat(5) },
    ];
    const opened = await Promise.all(
      places.map(async ({ client, thing, words }) => {
        const lines = Array.from({ length: 20 }, (_, n) => `<p>${n < 19 ? words : `Here the quartz ${thing} was found.`}</p>`);
        const body = `<html lang="en"><title>${thing}</title><article><h1>${thing}</h1>${lines.join('')}</article>`;
        plain.site.on(`/${thing}`, { body });
        const { contentId } = await summarise(client, `${plain.site.url}/${thing}`);
        return { client, contentId };
      }),
    );
    const things = places.map(({ thing }) => thing);
    const find = async () => {
      const found: string[][][] = [];
      for (const { client, contentId } of opened) {
        const { passages } = await client.rpc.chat.find.query({ contentId, query: 'quartz' });
        found.push(passages.map(({ text }) => things.filter((thing) => text.includes(thing))));
      }
      return found;
    };
    const own = things.map((thing) => [[thing]]);
    expect(await find()).toEqual(own);
    // All are stored now.
    expect(await find()).toEqual(own);
  });
});
