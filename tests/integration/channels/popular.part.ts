/** What guests see of channels and public collections. */
import { describe, expect, test } from 'vitest';
import { scorePopularJob } from '#features/channels/jobs.ts';
import type { TestClient } from '../../harness/http/client.ts';
import { waitFor } from '../../harness/wait.ts';
import { articleHtml, settled } from '../setup.ts';
import { database, feedType, follow, type Item, queue, rss, world } from './following.ts';

export function whatIsPopular(): void {
  describe('what is popular', () => {
    const score = async () => {
      await database.query('delete from explore_scores');
      await waitFor('the scores', async () => {
        await database.db.transaction((tx) => queue.enqueue(tx, scorePopularJob, {}, { singletonKey: '' }));
        return (await database.query('select 1 from explore_scores limit 1')).length > 0 || undefined;
      });
    };
    const popular = async (client: TestClient) =>
      (await client.rpc.explore.popular.query()).items.map(({ title, channel_title }) => `${channel_title}: ${title}`);
    const shown = async (client: TestClient, kind: 'channel' | 'podcast') =>
      (await client.rpc.explore.channels.query({ kind })).channels.map(({ title, followers, followed }) => [
        title,
        followers,
        followed,
      ]);

    async function account(): Promise<TestClient> {
      const client = world.client();
      const { user } = await client.rpc.account.ensure.mutate();
      await database.query('update "user" set is_anonymous = false where id = $1', [user.id]);
      return client;
    }

    test('EXP-02 guests see channels that two accounts follow and items of public collections, and nothing of one user alone', async () => {
      const [first, second, guest, otherGuest] = [await account(), await account(), world.client(), world.client()];
      await database.query('delete from channels');
      const sound = '<enclosure url="/x.mp3" type="audio/mpeg"/>';
      const feeds: [string, string, Item[]][] = [
        ['shared', 'Shared blog', [{ id: 'sh1', day: 20 }]],
        ['alone', 'Followed by one', [{ id: 'al1', day: 21 }]],
        ['talks', 'Shared talks', [{ id: 'ta1', day: 1, extra: sound }]],
        ['private/secret', 'Paid talks', [{ id: 'pa1', day: 22, extra: sound }]],
      ];
      for (const [path, title, items] of feeds) {
        world.internet.on(`https://popular.example/${path}.xml`, {
          body: rss(title, items, `https://${items[0]?.id}.example/`),
          type: feedType,
        });
        await follow(first, `https://popular.example/${path}.xml`);
        if (path !== 'alone') await follow(second, `https://popular.example/${path}.xml`);
        // Two browsers of one person may be two guests: they add nothing to what is public.
        for (const browser of [guest, otherGuest]) await follow(browser, `https://popular.example/${path}.xml`);
      }
      world.site.on('/shown', { body: articleHtml('The Shown Oven') });
      world.site.on('/hidden', { body: articleHtml('The Hidden Oven') });
      const [open = '', closed = ''] = await Promise.all(
        ['shown', 'hidden'].map(async (name) => {
          const { results } = await first.rpc.ingest.submit.mutate({
            items: [{ url: `${world.site.url}/${name}` }],
            noteLanguage: 'en',
          });
          const contentId = results[0] && 'contentId' in results[0] ? results[0].contentId : '';
          await settled(first, contentId);
          const { collection } = await first.rpc.share.createCollection.mutate({
            name: `${name} shelf`,
            contentIds: [contentId],
          });
          return collection.id;
        }),
      );
      await database.query('update collections set is_public = true, published_at = now() where id = $1', [open]);
      await score();
      expect(await popular(guest)).toEqual(['shown shelf: The Shown Oven', 'Shared blog: Entry sh1', 'Shared talks: Entry ta1']);
      expect(await shown(guest, 'channel')).toEqual([['Shared blog', 2, true]]);
      expect(await shown(second, 'podcast')).toEqual([['Shared talks', 2, true]]);
      const { channels } = await world.client().rpc.explore.channels.query({ kind: 'channel' });
      expect(channels).toEqual([
        {
          ...{
            id: channels[0]?.id,
            title: 'Shared blog',
            url: 'https://sh1.example/',
            address: 'https://popular.example/shared.xml',
          },
          ...{
            kind: 'feed',
            followers: 2,
            followed: false,
            latest: [{ title: 'Entry sh1', url: 'https://sh1.example/entries/sh1' }],
          },
        },
      ]);
      const { items } = await first.rpc.explore.popular.query();
      expect(items[0]?.existing?.status).toBe('completed');
      expect(Object.keys(items[0] ?? {}).sort()).toEqual(
        ['channel_title', 'duration_seconds', 'existing', 'id', 'kind', 'published_at', 'shelf', 'title', 'url'].sort(),
      );
      // It leads to the collection and to its page there, which a guest can open; what a channel published leads to itself.
      const { path = '', item_path: itemPath = '' } = items[0]?.shelf ?? {};
      expect([(await guest.fetch(path)).status, await (await guest.fetch(itemPath)).text()]).toEqual([
        200,
        expect.stringContaining('The Shown Oven'),
      ]);
      expect(items.slice(1).map(({ shelf }) => shelf)).toEqual([null, null]);

      // What is no longer public is gone at once, before anything is scored again; so is what an administrator hides.
      await database.query('update collections set hidden_at = now() where id = $1', [open]);
      expect(await popular(guest)).toEqual(['Shared blog: Entry sh1', 'Shared talks: Entry ta1']);
      await database.query('update collections set hidden_at = null where id = $1', [open]);
      expect(await popular(guest)).toContain('shown shelf: The Shown Oven');
      await database.query('update collections set is_public = false where id = any($1::uuid[])', [[open, closed]]);
      await second.rpc.channel.unfollow.mutate({ channelId: channels[0]?.id ?? '' });
      expect(await popular(guest)).toEqual(['Shared talks: Entry ta1']);
      expect(await shown(guest, 'channel')).toEqual([]);
    });
  });
}
