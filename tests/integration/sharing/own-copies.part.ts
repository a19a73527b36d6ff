/** What is public is added to one’s own library: one item, or a whole collection. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { writeTalk } from '../../harness/database/write-talk.ts';
import { waitFor } from '../../harness/wait.ts';
import { markOf } from '../access-matrix.ts';
import { settled } from '../setup.ts';
import { article, database, pageOf, refusal, shelf, text, world } from './shelves.ts';

export function ownCopies(): void {
  describe('what is public becomes one’s own', () => {
    test('COL-02 with its note and what its source says, without being read again', async () => {
      const { client, slug, contentId, url } = await shelf('To take');
      const before = await client.rpc.content.detail.query({ contentId });
      world.site.on(new URL(url).pathname, { status: 500, body: 'gone' });
      const guest = world.client();
      const input = { collection: slug, contentIds: [contentId, randomUUID()] };
      const added = await guest.rpc.public.addToLibrary.mutate(input);
      expect(added).toEqual({ addedCount: 1, skippedCount: 1, contentIds: [expect.any(String)], left: [], problem: null });
      const [own = ''] = added.contentIds;
      expect(own).not.toBe(contentId);
      const after = await guest.rpc.content.detail.query({ contentId: own });
      expect(after).toMatchObject({
        ...{ status: 'completed', run: null, title: before.title, note: before.note, sourceUrl: url, author: before.author },
        ...{ extractionId: before.extractionId, noteMethod: before.noteMethod, paragraphs: before.paragraphs },
      });
      expect(await guest.rpc.public.addToLibrary.mutate(input)).toEqual({ ...added, addedCount: 0, skippedCount: 2 });
      expect((await guest.rpc.user.videos.query({})).count).toBe(1);
      // The copy is the guest's alone.
      await guest.rpc.content.saveNote.mutate({ contentId: own, baseVersionId: after.noteVersionId ?? '', note: 'Mine now' });
      expect((await client.rpc.content.overview.query({ contentId })).note).toBe(before.note);
      expect(await refusal(client.rpc.content.overview.query({ contentId: own }))).toBe('not_found');
    });

    test('COL-02 all of it at once: counted, in its order, unread, uncharged, and taken back but for what was used', async () => {
      const { client: owner, id, contentId } = await shelf('All of it', 'First Oven');
      const second = await article(owner, 'Second Oven');
      const third = await article(owner, 'Third Oven');
      const uses = ['Starred', 'Tagged', 'Put away', 'For later', 'Renamed'];
      const used: string[] = [];
      for (const title of uses) used.push(await writeTalk(database.db, owner.id, { title, lines: [title], note: title }));
      await owner.rpc.share.addItemsToCollection.mutate({
        collectionId: id,
        contentIds: [second.contentId, third.contentId, ...used],
      });
      const reader = world.client();
      await reader.rpc.account.ensure.mutate();
      const { collection } = await reader.rpc.public.collection.query({ id });
      const { contentIds: known } = await reader.rpc.public.addToLibrary.mutate({ collection: id, contentIds: [contentId] });
      const before = await reader.rpc.user.remainingTime.query();
      const requests = world.site.requests.length;
      expect(await reader.rpc.public.addAllResult.query()).toBeNull();
      const { taskId, total } = await reader.rpc.public.addAllToLibrary.mutate({ collection: collection.slug });
      expect(total).toBe(8);
      const ended = () => reader.rpc.public.addAllResult.query();
      await waitFor('the end', async () => (await ended())?.state === 'completed' || undefined);
      const counts = { addedCount: 7, skippedCount: 1, refusedCount: 0 };
      expect(await ended()).toEqual({ taskId, state: 'completed', collectionId: id, total: 8, ...counts });
      const { uniqueVideos } = await reader.rpc.user.videos.query({ limit: 30 });
      expect(uniqueVideos.map(({ title, status }) => [title, status])).toEqual([
        ['Second Oven', 'completed'],
        ['Third Oven', 'completed'],
        ...uses.map((title) => [title, 'completed']),
        ['First Oven', 'completed'],
      ]);
      expect(world.site.requests.length).toBe(requests);
      expect(await reader.rpc.user.remainingTime.query()).toEqual(before);

      const [marked = '', plain, starred = '', tagged = '', putAway = '', later = '', renamed = ''] = uniqueVideos.map(
        ({ content_id }) => content_id,
      );
      const { rpc } = reader;
      await rpc.highlights.create.mutate({ ...markOf(marked), highlight_text: 'the oven' });
      await rpc.userNote.setFavorite.mutate({ contentId: starred, favorite: true });
      await rpc.userNote.addTag.mutate({ contentId: tagged, tag: 'mine' });
      await rpc.share.createCollection.mutate({ name: 'Mine', contentIds: [putAway] });
      await database.query('insert into watch_later (user_id, content_id) select user_id, id from contents where id = $1', [
        later,
      ]);
      await database.query('update contents set own_title = true where id = $1', [renamed]);
      expect(await refusal(owner.rpc.public.undoAddAll.mutate({ taskId }))).toBe('not_found');
      expect(await reader.rpc.public.undoAddAll.mutate({ taskId })).toMatchObject({ total: 1 });
      await waitFor(
        'the deletion',
        async () => (await reader.rpc.userNote.deletionResult.query())?.state === 'completed' || undefined,
      );
      const left = (await reader.rpc.user.videos.query({ limit: 30 })).uniqueVideos.map(({ content_id }) => content_id);
      expect(new Set(left)).toEqual(new Set([marked, starred, tagged, putAway, later, renamed, ...known]));
      expect(left).not.toContain(plain);
      expect(await refusal(reader.rpc.public.undoAddAll.mutate({ taskId }))).toBe('not_found');
    });

    test('COL-02 what was made private is not added', async () => {
      const { client: owner, id } = await shelf('Closed meanwhile');
      const reader = world.client();
      await reader.rpc.account.ensure.mutate();
      await owner.rpc.share.publishCollection.mutate({ id, isPublic: false });
      expect(await refusal(reader.rpc.public.addAllToLibrary.mutate({ collection: id }))).toBe('not_found');
      expect(await reader.rpc.public.addAllResult.query()).toBeNull();
    });

    test('COL-02 what its owner uploaded stays the owner’s', async () => {
      const { client, id, slug, contentId } = await shelf('With a file');
      const [file] = await database.query<{ id: string }>(
        `with made as (insert into sources (key, blob_key, file_name) values ($2, 'uploads/x', 'talk.mp3') returning id)
         insert into contents (user_id, source_id, content_type, title, note_language, status, note)
         select $1, id, 'local', 'A talk', 'en', 'completed', null from made returning id`,
        [client.id, `file:${randomUUID()}`],
      );
      const fileId = file?.id ?? '';
      await client.rpc.share.addItemsToCollection.mutate({ collectionId: id, contentIds: [fileId] });
      const guest = world.client();
      const added = await guest.rpc.public.addToLibrary.mutate({ collection: slug, contentIds: [fileId, contentId] });
      expect(added).toMatchObject({ addedCount: 1, skippedCount: 1 });
      const form = new URLSearchParams({ collection: slug, contentId: fileId });
      expect((await text('/api/public/copy', guest, { method: 'POST', body: form })).status).toBe(404);
      expect((await text(`${pageOf(slug)}/${fileId}`)).body).not.toContain('/api/public/copy');
    });

    test('COL-02 but not the words that its owner chose, nor a note that is not there: those are made anew from the link', async () => {
      const { client, id, slug, contentId } = await shelf('Own words');
      const { note, extractionId } = await client.rpc.content.detail.query({ contentId });
      const [chosen] = await database.query<{ id: string }>(
        `with made as (insert into extractions (source_id, data, content_id)
           select source_id, replace(data::text, ' oven', ' secret')::jsonb, $1 from extractions where id = $2 returning id)
         update contents set extraction_id = made.id, own_extraction_id = made.id from made
         where contents.id = $1 returning extraction_id as id`,
        [contentId, extractionId],
      );
      const { noteVersionId } = await client.rpc.content.overview.query({ contentId });
      await client.rpc.content.saveNote.mutate({
        contentId,
        baseVersionId: noteVersionId ?? '',
        note: 'The secret of its owner',
      });
      const bare = await article(client, 'The Bare Oven');
      await database.query("update contents set note = null, note_excerpt = null, note_tags = '{}' where id = $1", [
        bare.contentId,
      ]);
      await client.rpc.share.addItemsToCollection.mutate({ collectionId: id, contentIds: [bare.contentId] });
      for (const from of [contentId, bare.contentId]) {
        const guest = world.client();
        const added = await guest.rpc.public.addToLibrary.mutate({ collection: slug, contentIds: [from] });
        expect(added).toMatchObject({ addedCount: 1, skippedCount: 0 });
        const copy = await settled(guest, added.contentIds[0] ?? '');
        expect(copy).toMatchObject({ status: 'completed', ownWords: false });
        expect(copy.extractionId).not.toBe(chosen?.id);
        expect(copy.note).toMatch(/\S{3}/);
        expect(JSON.stringify(copy)).not.toContain('secret');
        if (from === contentId) expect(copy).toMatchObject({ extractionId, note });
      }
    });

    test('COL-02 also by the form of a note’s page, by a guest who had no account, and by no other site', async () => {
      const { slug, contentId } = await shelf('By form');
      const guest = world.client();
      const form = new URLSearchParams({ collection: slug, contentId });
      const headers = { origin: 'https://evil.example' };
      expect((await text('/api/public/copy', guest, { method: 'POST', body: form, headers })).status).toBe(400);
      expect(guest.cookie()).toBe('');
      const done = await text('/api/public/copy', guest, { method: 'POST', body: form });
      expect(done.status).toBe(303);
      const own = /^\/content\/([\da-f-]{36})$/.exec(done.headers.get('location') ?? '')?.[1] ?? '';
      expect((await guest.rpc.content.overview.query({ contentId: own })).title).toBe('The Shared Oven');
    });
  });
}
