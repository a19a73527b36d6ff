/** What the subscriptions brought in a week, and what is popular here: lists that lead to notes, their places, collections and channels. */
import type { Locator, Page } from '@playwright/test';
import type { DatabaseClient } from '#db/client.ts';
import { addDays, weekAt, weekOfDay } from '#lib/weeks.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { withSeededServer } from '../harness/browser/seeded-server.ts';
import { expectNoSidewaysScroll, expectNoViolationsInEitherScheme } from './settled.ts';

const current = weekAt(new Date(), 'UTC');
const last = weekOfDay(addDays(current.week, -7), 'UTC');
const longTitle = 'Why the river comes home late, and what the keepers of nine gates say about it '.repeat(3).trim();

/** Three channels that two accounts follow, two of them the user as well, with entries of last week: a summarised talk, one that is not, and a hostile name. */
async function fill(database: DatabaseClient, userId: string): Promise<void> {
  await database.query(`insert into "user" (id, name, email) values ('neighbour', 'Neighbour', 'neighbour@example.org')`);
  await database.query(
    `insert into channels (address, by_feed, named, url, kind, title, state, next_check_at)
     select 'https://c' || n || '.example/feed', true, 'https://c' || n || '.example/feed', 'https://c' || n || '.example/',
       (array['video', 'podcast', 'feed'])[n], (array['River talks', '窑火夜话：一个名字很长很长的播客节目，讲水、闸门与守门人的故事', '<b>Valley</b> Post'])[n],
       'active', now() + interval '1 day' from generate_series(1, 3) n`,
  );
  await database.query(
    `insert into subscriptions (user_id, channel_id, followed_at)
     select who, id, now() - interval '40 days' from channels, (values ($1), ('neighbour')) followers(who) where kind <> 'feed' or who = 'neighbour'`,
    [userId],
  );
  await database.query(`insert into "user" (id, name, email) values ('third', 'Third', 'third@example.org')`);
  await database.query(`insert into subscriptions (user_id, channel_id) select 'third', id from channels`);
  await database.query(
    `insert into channel_entries (channel_id, key, url, source_key, title, duration_ms, published_at, found_at, listed_at, initial)
     select channel.id, 'e' || n, 'https://entry' || n || '.example/', 'entry-' || n,
       case n when 1 then 'The long <i>talk</i>' when 3 then $2 else '第' || n || '期：水位与闸门' end,
       case when n % 2 = 0 then 725000 + n * 1000000 end, $1::timestamptz + n * interval '1 hour', $1::timestamptz + n * interval '1 hour',
       $1::timestamptz + n * interval '1 hour', false
     from generate_series(1, 6) n join channels channel on channel.kind = (array['video', 'podcast', 'feed'])[1 + n % 3]`,
    [last.from.toISOString(), longTitle],
  );
  // One of them is in the library, with places in its note.
  const note = [
    '# The long talk',
    ...[1, 2, 3, 4, 5].map(
      (n) =>
        `## Chapter ${n} [0${n}:00](#t=${n * 60})\n\n- Point of chapter ${n}: ${'the gate was opened at night '.repeat(n)}[0${n}:30](#t=${n * 60 + 30})`,
    ),
  ].join('\n\n');
  await database.query(
    `with one as (select id, source_id from contents where user_id = $1 order by id limit 1), noted as (
       update contents set note = $2, title = 'The long talk', note_excerpt = '', note_tags = '{}' from one where contents.id = one.id)
     update sources set key = 'entry-1' from one where sources.id = one.source_id`,
    [userId, note],
  );
  await database.query(
    `insert into explore_scores (section, subject_id, score) select 'channel', id, 3 from channels
     union all select 'entry', id, row_number() over (order by key) from channel_entries`,
  );
}

async function look(page: Page, name: string): Promise<void> {
  if (!process.env.GLEANER_LOOK) return;
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({
        path: `${process.env.GLEANER_LOOK}/${name}-${width}-${colorScheme}.png`,
        animations: 'disabled',
        fullPage: true,
      });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });

  test('EXP-01 EXP-02 a week’s digest leads to places of notes and starts others; popular pages lead to channels', async ({
    page,
  }) => {
    await withSeededServer(
      page,
      3,
      async ({ url, database, userId }) => {
        await fill(database, userId);
        await page.goto(`${url}/user/channels`);
        await page.getByRole('link', { name: '每周摘要' }).click();
        await expect(page).toHaveTitle(/每周摘要/);
        await expect(page.getByText('这一周没有新内容')).toBeVisible();
        await look(page, 'digest-empty');
        await page.goto(`${url}/user/digest?week=${last.week}`);
        const list = page.getByRole('list', { name: /的新内容$/ });
        // The feed is another's.
        await expect(list.locator('> li')).toHaveCount(4);
        const talk = list.locator('> li').filter({ hasText: 'The long <i>talk</i>' });
        await expect(talk.getByRole('link', { name: /^Point of chapter/ })).toHaveCount(4);
        await expect(list.getByRole('button', { name: /^总结/ })).toHaveCount(3);
        await expectNoViolationsInEitherScheme(page);
        await look(page, 'digest');

        await page.getByRole('button', { name: '生成地址' }).click();
        const address = await page.getByRole('textbox', { name: '订阅地址（Atom）' }).inputValue();
        expect(address).toContain(`${url}/api/channels/digest.atom?token=`);
        expect((await page.request.get(address)).status()).toBe(200);
        await page.setViewportSize({ width: 390, height: 844 });
        await expectNoSidewaysScroll(page);
        // Points have the whole width of a phone.
        const widthOf = async (locator: Locator) => (await locator.boundingBox())?.width;
        expect(await widthOf(talk.getByRole('list'))).toBe(await widthOf(talk));
        await page.getByRole('link', { name: '后一周' }).click();
        await expect(page.getByText('本周，还没有结束')).toBeVisible();
        await page.goBack();
        await talk.getByRole('link', { name: /^Point of chapter 3/ }).click();
        await expect(page).toHaveURL(/\/content\/[\da-f-]{36}\?t=210/);

        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(`${url}/popular`);
        await expect(page.getByRole('list', { name: '热门', exact: true }).locator('> li')).toHaveCount(6);
        await look(page, 'popular');
        await page.getByRole('link', { name: '播客', exact: true }).click();
        await expect(page.getByRole('list', { name: '播客', exact: true }).locator('> li')).toHaveCount(1);
        await look(page, 'podcast');
        await page.getByRole('link', { name: '频道', exact: true }).click();
        const channels = page.getByRole('list', { name: '频道', exact: true });
        await expect(channels.locator('> li').filter({ hasText: 'River talks' })).toContainText('已订阅');
        await expect(channels.getByRole('button', { name: '订阅“<b>Valley</b> Post”' })).toBeVisible();
        await expectNoViolationsInEitherScheme(page);
        await look(page, 'channel');
        await page.setViewportSize({ width: 390, height: 844 });
        await expectNoSidewaysScroll(page);
        await database.query('delete from explore_scores');
        await page.reload();
        await expect(page.getByText('至少两人订阅的视频频道和网站会出现在这里。')).toBeVisible();
      },
      { env: { SMTP_URL: 'smtp://127.0.0.1:1' } },
    );
  });
});
