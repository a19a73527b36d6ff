/** What is published is summarised for who asked for it, within their minutes. */
import { describe, expect, test } from 'vitest';
import { findDue } from '#features/channels/server/automatic/begin-summaries.ts';
import { waitsForLength } from '#features/channels/server/automatic/settings.ts';
import { codeOf, type TestClient } from '../../harness/http/client.ts';
import { waitFor } from '../../harness/wait.ts';
import { articleHtml, settled } from '../setup.ts';
import { database, feedType, follow, look, titles, world } from './following.ts';

export function automaticSummaries(): void {
  describe('automatic summaries', () => {
    /** A blog whose entries can be read; `publish` adds one of now. */
    async function openBlog(name: string) {
      const items: string[] = [];
      const address = `${world.site.url}/${name}.xml`;
      const show = () =>
        world.site.on(`/${name}.xml`, {
          type: feedType,
          body: `<rss version="2.0"><channel><title>${name}</title><link>https://${name}.example/</link>${items.join('')}</channel></rss>`,
        });
      const publish = (entry: string, { minutes = 0, at = new Date() }: { minutes?: number; at?: Date } = {}) => {
        world.site.on(`/${name}/${entry}`, { body: articleHtml(`The ${name} ${entry}`) });
        items.unshift(
          `<item><title>${entry}</title><guid>${entry}</guid><link>${world.site.url}/${name}/${entry}</link><pubDate>${at.toISOString()}</pubDate>${minutes === 0 ? '' : `<itunes:duration>${minutes}:00</itunes:duration>`}</item>`,
        );
        show();
      };
      publish('old', { at: new Date(Date.now() - 60_000) });
      return { address, publish };
    }

    /** Just published: not before it was asked for, by the clock of the database. */
    const soon = () => new Date(Date.now() + 1_000);

    async function records(client: TestClient): Promise<string[]> {
      const { uniqueVideos } = await client.rpc.user.videos.query({ limit: 100 });
      return uniqueVideos.map(({ source_url }) => source_url?.split('/').at(-1) ?? '').sort();
    }

    test('EXP-01 what is published later is summarised for who asked for it, once, and nothing that was there', async () => {
      const [automatic, other] = [world.client(), world.client()];
      const blog = await openBlog('later');
      const { id } = await follow(automatic, blog.address);
      await follow(other, blog.address);
      const set = await automatic.rpc.channel.setAutomatic.mutate({ channelId: id, automatic: true, noteLanguage: 'en' });
      expect(set.automatic).toBe(true);
      expect((await other.rpc.channel.subscriptions.query()).map((one) => one.automatic)).toEqual([false]);
      blog.publish('first', { at: soon() });
      // A feed may bring back what is old.
      blog.publish('revived', { at: new Date(Date.now() - 3_600_000) });
      await look(id);
      const contentId = await waitFor('the record', async () => {
        const { uniqueVideos } = await automatic.rpc.user.videos.query({ limit: 10 });
        return uniqueVideos[0]?.content_id;
      });
      expect((await settled(automatic, contentId)).status).toBe('completed');
      await look(id);
      expect(await records(automatic)).toEqual(['first']);
      expect(await records(other)).toEqual([]);
      expect(await automatic.rpc.channel.settings.query()).toEqual({ monthly_minutes: 300, used_minutes: 5, problem: null });
      // Deleted, it is not begun again, and its time stays used.
      await automatic.rpc.userNote.deleteContentWithCleanup.mutate({ contentId });
      await look(id);
      expect(await records(automatic)).toEqual([]);
      expect((await automatic.rpc.channel.settings.query()).used_minutes).toBe(5);
      await automatic.rpc.channel.setAutomatic.mutate({ channelId: id, automatic: false, noteLanguage: 'en' });
      blog.publish('second', { at: soon() });
      // The second look begins when all of the first has ended.
      await look(id);
      await look(id);
      expect(await titles(automatic)).toContain('second');
      expect(await records(automatic)).toEqual([]);
    });

    test('EXP-01 nobody waits behind the backlog of another, and a deleted recording leaves its real length', async () => {
      const [many, few] = [world.client(), world.client()];
      const blog = await openBlog('backlog');
      const other = await openBlog('single');
      const followed = [await follow(many, blog.address), await follow(few, other.address)];
      const publish = (channelId: string | undefined, count: number) =>
        database.query(
          `insert into channel_entries (channel_id, key, url, source_key, title, listed_at, initial)
          select $1::uuid, 'k' || n, 'https://x.example/' || n, $1::uuid::text || n, 'e', now(), false from generate_series(1, $2::int) n`,
          [channelId, count],
        );
      // Due, but never begun: a look finds their time before it was asked for.
      await database.query(
        `update subscriptions set automatic_since = now() - interval '1 hour' where channel_id = any($1::uuid[])`,
        [followed.map(({ id }) => id)],
      );
      await publish(followed[0]?.id, 60);
      await publish(followed[1]?.id, 1);
      const due = await findDue(database.db);
      const places = due.map(({ channel_title: title }) => title).filter((title) => ['backlog', 'single'].includes(title));
      expect(places.indexOf('single')).toBeLessThan(2);
      expect(places.indexOf('single')).toBeGreaterThanOrEqual(0);
      await database.query(`delete from channels where id = any($1::uuid[])`, [followed.map(({ id }) => id)]);

      world.site.on('/recording', { body: articleHtml('The Recording') });
      const { results } = await few.rpc.ingest.submit.mutate({
        items: [{ url: `${world.site.url}/recording` }],
        noteLanguage: 'en',
      });
      const contentId = results[0] && 'contentId' in results[0] ? results[0].contentId : '';
      await settled(few, contentId);
      const [row] = await database.query<{ user_id: string }>(
        `insert into automatic_summaries (user_id, source_key, seconds) select content.user_id, source.key, 1800
        from contents content join sources source on source.id = content.source_id where content.id = $1 returning user_id`,
        [contentId],
      );
      const userId = row?.user_id ?? '';
      expect(await waitsForLength(database.db, userId)).toBe(false);
      await database.query(
        `update contents set extraction_id = null, active_run_id = (select id from runs where source_id = contents.source_id limit 1)
        where id = $1`,
        [contentId],
      );
      expect(await waitsForLength(database.db, userId)).toBe(true);
      await database.query(`update contents set active_run_id = null, duration_ms = 9000000 where id = $1`, [contentId]);
      await few.rpc.userNote.deleteContentWithCleanup.mutate({ contentId });
      expect((await few.rpc.channel.settings.query()).used_minutes).toBe(150);
    });

    test('EXP-01 the minutes of a month end them, it is said why, and more minutes go on', async () => {
      const client = world.client();
      const blog = await openBlog('capped');
      const { id } = await follow(client, blog.address);
      await client.rpc.channel.setAutomatic.mutate({ channelId: id, automatic: true, noteLanguage: 'en' });
      expect(await client.rpc.channel.saveSettings.mutate({ monthlyMinutes: 9 })).toMatchObject({
        monthly_minutes: 9,
        used_minutes: 0,
      });
      blog.publish('one', { at: soon() });
      await look(id);
      blog.publish('two', { at: soon() });
      await look(id);
      const stopped = await waitFor('the limit', async () => {
        const settings = await client.rpc.channel.settings.query();
        return settings.problem === null ? undefined : settings;
      });
      expect(stopped).toEqual({
        ...{ monthly_minutes: 9, used_minutes: 5 },
        problem: { code: 'automatic_limit', params: { most: 9 } },
      });
      expect(await records(client)).toEqual(['one']);
      expect(
        await world
          .client()
          .rpc.channel.settings.query()
          .catch((error: unknown) => codeOf(error)),
      ).toBe('unauthenticated');
      // Last month's minutes are last month's.
      await database.query(
        `update automatic_summaries set created_at = created_at - interval '32 days' where user_id = (select user_id from subscriptions where channel_id = $1)`,
        [id],
      );
      expect(await client.rpc.channel.settings.query()).toEqual({ monthly_minutes: 9, used_minutes: 0, problem: null });
      expect(await client.rpc.channel.saveSettings.mutate({ monthlyMinutes: 20 })).toMatchObject({ monthly_minutes: 20 });
      await look(id);
      await waitFor('the second', async () => ((await records(client)).length === 2 ? true : undefined));
    });
  });
}
