/** Single notes under an address, and what people and administrators do about public pages. */
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { notePagePolicy } from '#features/sharing/server/note-html.ts';
import { waitFor } from '../../harness/wait.ts';
import { article, database, member, refusal, shelf, text, world } from './shelves.ts';

export function notesAndReports(): void {
  describe('a single note', () => {
    test('COL-02 is shared by its owner under an address, and private again at once', async () => {
      const client = await member();
      const { contentId } = await article(client, 'The Lone Oven');
      const calls = client.rpc.public;
      expect(await calls.noteShare.query({ contentId })).toBeNull();
      const share = await calls.shareNote.mutate({ contentId });
      expect(share).toMatchObject({ slug: expect.stringMatching(/^[\w-]{16}$/), hidden: false });
      expect(await calls.shareNote.mutate({ contentId })).toEqual(share);
      expect(await calls.noteShare.query({ contentId })).toEqual(share);
      const shown = await text(`/s/note/${share.slug}`);
      expect(shown.status).toBe(200);
      const rulesOf = ({ headers }: typeof shown) =>
        ['content-security-policy', 'referrer-policy', 'cache-control'].map((name) => headers.get(name));
      expect(rulesOf(shown)).toEqual([notePagePolicy, 'strict-origin-when-cross-origin', 'no-store']);
      expect(shown.body).toContain('<h1>The Lone Oven</h1>');
      expect(shown.body).toContain('<meta property="og:type" content="article">');
      expect(shown.body).toMatch(/class="said">[^<]*oven/);
      const guest = world.client();
      const form = new URLSearchParams({ note: share.slug });
      expect((await text('/api/public/copy', guest, { method: 'POST', body: form })).status).toBe(303);
      await guest.rpc.public.report.mutate({ target: { kind: 'note', slug: share.slug }, reason: 'copyright', message: 'Mine' });
      await calls.unshareNote.mutate({ contentId });
      const gone = await text(`/s/note/${share.slug}`);
      expect([gone.status, rulesOf(gone)]).toEqual([404, rulesOf(shown)]);
      expect(await calls.noteShare.query({ contentId })).toBeNull();
      expect((await calls.shareNote.mutate({ contentId })).slug).not.toBe(share.slug);
    });

    test('COL-02 is not shared by a guest, nor without a note, nor again once it is hidden', async () => {
      const guest = world.client();
      const { contentId } = await article(guest, 'The Guest Oven');
      expect(await refusal(guest.rpc.public.shareNote.mutate({ contentId }))).toBe('sign_in_needed');
      const client = await member();
      const { contentId: own } = await article(client, 'The Hidden Oven');
      const { slug } = await client.rpc.public.shareNote.mutate({ contentId: own });
      await database.query('update shared_notes set hidden_at = now() where slug = $1', [slug]);
      expect((await text(`/s/note/${slug}`)).status).toBe(404);
      await client.rpc.public.unshareNote.mutate({ contentId: own });
      expect(await client.rpc.public.shareNote.mutate({ contentId: own })).toMatchObject({ slug, hidden: true });
      await database.query('update contents set note = null, note_excerpt = null, note_version_id = null where id = $1', [own]);
      expect(await refusal(client.rpc.public.shareNote.mutate({ contentId: own }))).toBe('note_missing');
    });
  });

  test('COL-02 a public page can be reported, so often and no more, without a name', async () => {
    const { id, slug } = await shelf('Reported');
    const guest = world.client();
    const send = () =>
      guest.rpc.public.report.mutate({ target: { kind: 'collection', id: slug }, reason: 'spam', message: '  Advertising  ' });
    await send();
    const answers: Promise<unknown>[] = [];
    // One that is being deleted meanwhile is not there any more.
    const { id: going, client } = await shelf('Going');
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`delete from collections where id = ${going}`);
      const late = refusal(guest.rpc.public.report.mutate({ target: { kind: 'collection', id: going }, reason: 'spam' }));
      await waitFor('a report that waits', async () => {
        const { rows } = await tx.execute(
          sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return rows.length > 0 || undefined;
      });
      answers.push(late);
    });
    expect(await Promise.all(answers)).toEqual(['not_found']);
    expect(await refusal(client.rpc.share.getCollectionDetails.query({ id: going }))).toBe('not_found');
    const rows = await database.query(
      'select collection_id, content_id, reason, message from public_reports where collection_id = $1',
      [id],
    );
    expect(rows).toEqual([{ collection_id: id, content_id: null, reason: 'spam', message: 'Advertising' }]);
    const outcomes = [];
    for (let turn = 0; turn < 12; turn++) outcomes.push(await refusal(send()));
    expect(outcomes.at(-1)).toBe('too_many_reports');
  });

  test('COL-02 an administrator sees reports, hides a page with a reason, and shows it again', async () => {
    const root = await member();
    await database.query('update "user" set is_admin = true where id = $1', [root.id]);
    const { client, id, slug, contentId } = await shelf('To be hidden');
    const { client: other, slug: untouched } = await shelf('Beside it');
    const { slug: firstNote } = await client.rpc.public.shareNote.mutate({ contentId });
    const reporter = world.client();
    await database.query("delete from rate_limits where key like 'public-reports:%'");
    for (const [target, reason, message] of [
      [{ kind: 'collection', id: slug }, 'spam', 'first'],
      [{ kind: 'collection', id: slug }, 'illegal', 'second'],
      [{ kind: 'note', slug: firstNote }, 'copyright', ''],
    ] as const)
      await reporter.rpc.public.report.mutate({ target, reason, message });
    const collection = { kind: 'collection', id } as const;
    const seen = async () =>
      (await root.rpc.admin.reports.query()).reports.filter(({ name }) => ['To be hidden', 'The Shared Oven'].includes(name));
    const lastAt = expect.stringMatching(/^\d{4}-/);
    const ofNote = (slugNow: string) => [
      {
        target: { kind: 'note', slug: slugNow },
        name: 'The Shared Oven',
        hidden: false,
        count: 1,
        reasons: ['copyright'],
        messages: [],
        lastAt,
      },
    ];
    const ofCollection = [
      {
        target: collection,
        name: 'To be hidden',
        hidden: false,
        count: 2,
        reasons: ['illegal', 'spam'],
        messages: ['second', 'first'],
        lastAt,
      },
    ];
    expect(await seen()).toEqual([...ofNote(firstNote), ...ofCollection]);
    // What its owner takes back and makes public again is reported as before, the note under its new address.
    await client.rpc.public.unshareNote.mutate({ contentId });
    await client.rpc.share.deleteCollection.mutate({ id });
    expect(await seen()).toEqual([]);
    await client.rpc.share.restoreCollection.mutate({ id });
    for (const isPublic of [false, true]) await client.rpc.share.publishCollection.mutate({ id, isPublic });
    const { slug: note } = await client.rpc.public.shareNote.mutate({ contentId });
    expect(await seen()).toEqual([...ofNote(note), ...ofCollection]);
    // Nobody else hides anything, least of all its owner.
    expect(await refusal(client.rpc.admin.hidePublicPage.mutate({ target: collection, hidden: true, reason: '' }))).toBe(
      'not_found',
    );
    const hide = (hidden: boolean) => root.rpc.admin.hidePublicPage.mutate({ target: collection, hidden, reason: 'as reported' });
    await hide(true);
    await hide(true);
    const visible = async (address: string) =>
      (await refusal(world.client().rpc.public.collection.query({ id: address }))) === null;
    expect([await visible(slug), await visible(untouched)]).toEqual([false, true]);
    // Its owner is told, and what for, but not in whose words.
    const told = async () => {
      const [[listed], opened] = await Promise.all([
        client.rpc.share.listUserCollections.query(),
        client.rpc.share.getCollectionDetails.query({ id }),
      ]);
      expect(JSON.stringify([listed, opened.collection])).not.toMatch(/first|second|as reported/);
      return [listed?.hidden, opened.collection.hidden, opened.collection.hidden_for];
    };
    expect(await told()).toEqual([true, true, ['illegal', 'spam']]);
    expect((await text(`/s/note/${note}`)).status).toBe(200);
    // Deleting and bringing back does not show it again, nor does publishing it anew.
    await client.rpc.share.deleteCollection.mutate({ id });
    await client.rpc.share.restoreCollection.mutate({ id });
    for (const isPublic of [false, true]) await client.rpc.share.publishCollection.mutate({ id, isPublic });
    expect(await visible(slug)).toBe(false);
    await root.rpc.admin.hidePublicPage.mutate({ target: { kind: 'note', slug: note }, hidden: true, reason: '' });
    expect((await text(`/s/note/${note}`)).status).toBe(404);
    await hide(false);
    expect(await visible(slug)).toBe(true);
    expect(await told()).toEqual([false, false, []]);
    const { actions } = await root.rpc.admin.actions.query({ userId: client.id });
    expect(actions.map(({ kind, subject, details, reason }) => [kind, subject, details, reason])).toEqual([
      ['show', client.email, { what: 'collection' }, 'as reported'],
      ['hide', client.email, { what: 'note' }, ''],
      ['hide', client.email, { what: 'collection' }, 'as reported'],
    ]);
    expect((await root.rpc.admin.actions.query({ userId: other.id })).actions).toEqual([]);
    for (const change of [
      root.rpc.admin.hidePublicPage.mutate({ target: { kind: 'collection', id: slug }, hidden: true, reason: '' }),
      root.rpc.admin.hidePublicPage.mutate({ target: { kind: 'note', slug: 'no-such-note' }, hidden: true, reason: '' }),
      root.rpc.admin.dismissReports.mutate({ target: { kind: 'collection', id: slug } }),
    ])
      expect(await refusal(change)).toBe('not_found');
    await root.rpc.admin.dismissReports.mutate({ target: { kind: 'note', slug: note } });
    expect(await seen()).toEqual(ofCollection);
    await root.rpc.admin.dismissReports.mutate({ target: collection });
    expect(await seen()).toEqual([]);
  });
}
