/** Accounts of guests: what makes one, how many an address gets, how long they last, and when they are deleted. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { session, user } from '#db/schema/auth.ts';
import { deleteEmptyGuests } from '#infra/auth/accounts/delete-empty-guests.ts';
import { codeOf, createTestClient, type TestClient } from '../harness/http/client.ts';
import { startTestServer, type TestServer } from '../harness/http/server.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, startWorld, submit, type World } from './setup.ts';

const PER_HOUR = 20;
const DAY_MS = 24 * 3600_000;
const env = {
  ACCOUNTS_PER_HOUR: String(PER_HOUR),
  ACCOUNTS_PER_DAY: '30',
  TRUSTED_PROXIES: '127.0.0.1',
  SUBMISSIONS_PER_HOUR: '3',
  SUBMISSIONS_PER_ADDRESS: '5',
};
let world: World;
let second: TestServer;
let client: DatabaseClient;

beforeAll(async () => {
  world = await startWorld({ env });
  second = await startTestServer({ role: 'web', database: world.database, env });
  client = createDatabase(world.database, { max: 4, applicationName: 'test' });
});
afterAll(async () => {
  await client.close();
  await second.stop();
  second.remove();
  await world.close();
});

let addresses = 0;
/** An address that nothing has come from yet. */
function freshAddress(): string {
  addresses++;
  return `198.51.100.${addresses}`;
}

function callFrom(address: string, name: string, body: unknown, { url = world.server.url, cookie = '' } = {}): Promise<Response> {
  return fetch(`${url}/api/trpc/${name}?batch=1`, {
    method: 'POST',
    headers: { 'x-gleaner': '1', 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
    body: JSON.stringify({ 0: body }),
  });
}

async function beginUpload(guest: TestClient): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '5' };
  expect((await guest.fetch('/api/uploads', { method: 'POST', headers })).status).toBe(201);
}

async function countAccounts(): Promise<number> {
  return client.db.$count(user);
}

test('ACC-01 a session holds no address of its guest', async () => {
  const before = await client.db.$count(session);
  expect((await callFrom(freshAddress(), 'account.ensure', undefined)).status).toBe(200);
  const sessions = await client.db.select({ address: session.ipAddress }).from(session);
  expect(sessions).toHaveLength(before + 1);
  expect(sessions.filter(({ address }) => address)).toEqual([]);
});

describe('an account', () => {
  const refused: [string, string, unknown][] = [
    ['account.saveModelKey', 'bad input', { provider: 5 }],
    ['account.saveModelKey', 'no key', { provider: 'openai', model: 'gpt', value: 'no key' }],
    ['account.saveSiteSignIn', 'no session', { site: 'bilibili', value: 'no session' }],
    ['ingest.submit', 'bad input', { items: 'x' }],
    ['ingest.submit', 'an upload of nobody', { items: [{ uploadId: 'nosuchupload' }], noteLanguage: 'en' }],
    ['ingest.submit', 'no link', { items: [{ url: 'not a link' }], noteLanguage: 'en' }],
    ['ingest.openListing', 'no link', { url: 'not a link' }],
    ['ingest.openListing', 'a page without a list', { url: 'http://127.0.0.1:9/none' }],
    ['link.comment', 'no link', { url: 'not a link', note: 'x', noteLanguage: 'en' }],
    ['link.comment', 'bad input', {}],
    ['prompt.create', 'bad input', { title: '' }],
    ['share.createCollection', 'bad input', { name: '' }],
    ['share.createCollection', 'a content of another user', { name: 'x', contentIds: ['6f4e0dd5-4d43-4d3c-8f4b-3a0ad5b3b4b2'] }],
    ['speech.fetchModel', 'no such model', { id: 'no-such-model' }],
    ['chat.ask', 'no session', { contentId: '6f4e0dd5-4d43-4d3c-8f4b-3a0ad5b3b4b2', question: 'x' }],
  ];

  test.each(refused)('is not made by %s with %s', async (name, _why, body) => {
    const before = await countAccounts();
    const response = await callFrom(freshAddress(), name, body);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await countAccounts()).toBe(before);
  });

  test('is not created by a submission without a link', async () => {
    const before = await countAccounts();
    const response = await fetch(
      `${world.server.url}/api/trpc/video.summary?input=${encodeURIComponent('{"url":"not a link"}')}`,
      {
        headers: { 'x-gleaner': '1' },
      },
    );
    expect(response.status).toBe(400);
    expect(await countAccounts()).toBe(before);
  });

  const heads: [string, string, Record<string, string>, number][] = [
    ['another protocol', '', { 'upload-length': '5' }, 400],
    ['no length', '', { 'tus-resumable': '1.0.0' }, 400],
    ['a length of nothing', '', { 'tus-resumable': '1.0.0', 'upload-length': '0' }, 400],
    ['a file that is too large', '', { 'tus-resumable': '1.0.0', 'upload-length': '999999999999' }, 413],
    ['another path', '/x', { 'tus-resumable': '1.0.0', 'upload-length': '5' }, 404],
  ];
  test.each(heads)('is not made by an upload with %s', async (_why, path, headers, status) => {
    const before = await countAccounts();
    const response = await fetch(`${world.server.url}/api/uploads${path}`, { method: 'POST', headers });
    expect(response.status).toBe(status);
    expect(await countAccounts()).toBe(before);
  });

  test('is created once by a batch of calls, and by an upload', async () => {
    const before = await countAccounts();
    const guest = createTestClient(world.server.url);
    await Promise.all([guest.rpc.account.ensure.mutate(), guest.rpc.account.ensure.mutate()]);
    await beginUpload(createTestClient(world.server.url));
    expect(await countAccounts()).toBe(before + 2);
  });
});

describe('new accounts of one address', () => {
  test('are limited over all processes, also 100 at once, with the time to wait', async () => {
    const address = freshAddress();
    const before = await countAccounts();
    const urls = [world.server.url, second.url];
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => callFrom(address, 'account.ensure', undefined, { url: urls[index % 2] ?? '' })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(PER_HOUR);
    expect(await countAccounts()).toBe(before + PER_HOUR);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(100 - PER_HOUR);
    const [body] = ((await refused[0]?.json()) ?? []) as {
      error: { data: { app: { code: string; params: { minutes: number } } } };
    }[];
    expect(body?.error.data.app.code).toBe('too_many_accounts');
    expect([59, 60]).toContain(body?.error.data.app.params.minutes);
    // Another address has its own, and an upload counts as well.
    expect((await callFrom(freshAddress(), 'account.ensure', undefined)).status).toBe(200);
    const upload = await fetch(`${world.server.url}/api/uploads`, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '5', 'x-forwarded-for': address },
    });
    expect(upload.status).toBe(429);
    expect(await upload.text()).toContain('"too_many_accounts"');
  });

  test('count a /64 as one address, and are created again in the next window, until the day is full', async () => {
    const addressOf = (index: number) => `2001:db8:1:2::${index.toString(16)}`;
    const statusOf = async (index: number) => (await callFrom(addressOf(index), 'account.ensure', undefined)).status;
    for (let index = 1; index <= PER_HOUR; index++) expect(await statusOf(index)).toBe(200);
    expect(await statusOf(99)).toBe(429);
    await client.db.execute(sql`update rate_limits set ends_at = now() where key = 'accounts-hour:2001:db8:1:2::/64'`);
    for (let index = 1; index <= 10; index++) expect(await statusOf(index)).toBe(200);
    expect(await statusOf(99)).toBe(429);
    expect((await callFrom('2001:db8:1:3::1', 'account.ensure', undefined)).status).toBe(200);
  });

  test('ignore forwarded headers without a proxy', async () => {
    const open = await startTestServer({
      role: 'web',
      database: world.database,
      env: { ...env, TRUSTED_PROXIES: '', ACCOUNTS_PER_HOUR: '1' },
    });
    await client.db.execute(sql`delete from rate_limits where key like 'accounts-%:127.0.0.1'`);
    const statuses: number[] = [];
    for (const address of [freshAddress(), freshAddress()])
      statuses.push((await callFrom(address, 'account.ensure', undefined, { url: open.url })).status);
    await open.stop();
    open.remove();
    expect(statuses).toEqual([200, 429]);
  });
});

describe('a session', () => {
  async function sessionOf(guest: TestClient): Promise<{ userId: string; days: number }> {
    const { user: me } = await guest.rpc.account.me.query();
    const [row] = await client.db
      .select()
      .from(session)
      .where(eq(session.userId, me?.id ?? ''));
    if (!row) throw new Error('no session');
    return { userId: row.userId, days: (row.expiresAt.getTime() - Date.now()) / DAY_MS };
  }

  test('is short until something is stored, then lasts a year', async () => {
    const guest = world.client();
    await guest.rpc.account.ensure.mutate();
    const { days } = await sessionOf(guest);
    expect(days).toBeGreaterThan(6);
    expect(days).toBeLessThanOrEqual(7);
    await guest.rpc.share.createCollection.mutate({ name: 'kept' });
    expect((await sessionOf(guest)).days).toBeGreaterThan(364);
  });

  test('of an account made by an upload lasts at once', async () => {
    const guest = world.client();
    await beginUpload(guest);
    expect((await sessionOf(guest)).days).toBeGreaterThan(364);
  });

  test('of an empty account is renewed while it is used', async () => {
    const guest = world.client();
    await guest.rpc.account.ensure.mutate();
    const { userId } = await sessionOf(guest);
    await client.db.execute(sql`update session set expires_at = now() + interval '1 day' where user_id = ${userId}`);
    await guest.rpc.account.me.query();
    expect((await sessionOf(guest)).days).toBeGreaterThan(6);
  });
});

describe('an empty account', () => {
  const age = (id: string) =>
    client.db.transaction(async (tx) => {
      await tx.execute(sql`update "user" set created_at = now() - interval '8 days' where id = ${id}`);
      await tx.execute(sql`update session set expires_at = now() - interval '1 minute' where user_id = ${id}`);
    });
  const exists = async (id: string) => (await client.db.select().from(user).where(eq(user.id, id))).length === 1;

  async function guestWith(store: (guest: TestClient) => Promise<unknown>): Promise<string> {
    const guest = world.client();
    await store(guest);
    return (await guest.rpc.account.ensure.mutate()).user.id;
  }

  test('is deleted once its session has ended; one that holds something never is', async () => {
    world.site.on('/held', { body: articleHtml('The Held Oven') });
    const empty = await guestWith(async () => undefined);
    const inUse = await guestWith(async () => undefined);
    const holding = await Promise.all([
      guestWith((guest) => submit(guest, `${world.site.url}/held`)),
      guestWith((guest) => beginUpload(guest)),
      guestWith((guest) => guest.rpc.share.createCollection.mutate({ name: 'mine' })),
      guestWith((guest) => guest.rpc.prompt.create.mutate({ title: 'mine', customPrompt: 'Say it short.' })),
      guestWith((guest) =>
        guest.rpc.account.saveModelKey.mutate({ provider: 'openai', model: 'gpt-x', value: `sk-${'a'.repeat(48)}` }),
      ),
    ]);
    for (const id of [empty, ...holding]) await age(id);
    await client.db.execute(sql`update "user" set created_at = now() - interval '8 days' where id = ${inUse}`);
    const ended: string[] = [];
    const endWork = async (_tx: unknown, id: string) => void ended.push(id);
    expect(await deleteEmptyGuests(client.db, endWork)).toBeGreaterThanOrEqual(1);
    // Their work is ended first, and nobody else's.
    expect(ended).toContain(empty);
    for (const id of [inUse, ...holding]) expect(ended).not.toContain(id);
    expect(await exists(empty)).toBe(false);
    for (const id of [inUse, ...holding]) expect(await exists(id)).toBe(true);
  });

  test('is kept when something is stored while it is being deleted', async () => {
    const id = await guestWith(async () => undefined);
    await age(id);
    let stored: () => void = () => undefined;
    const canStore = new Promise<void>((resolve) => {
      stored = resolve;
    });
    const storing = client.db.transaction(async (tx) => {
      await tx.execute(sql`insert into collections (user_id, slug, name) values (${id}, ${`late-${id}`}, 'late')`);
      await canStore;
    });
    const purging = deleteEmptyGuests(client.db, async () => undefined);
    // The purge is waiting for the row that the open transaction holds.
    await waitFor('the purge', async () => {
      const [row] = await client.db
        .select({ waiting: sql<number>`count(*)::int` })
        .from(sql`pg_stat_activity`)
        .where(sql`datname = current_database() and wait_event_type = 'Lock' and query like '%from "user"%'`);
      return (row?.waiting ?? 0) > 0 ? true : undefined;
    });
    stored();
    await storing;
    await purging;
    expect(await exists(id)).toBe(true);
  });

  test('has its row in every table that belongs to a user, or the table is named here', async () => {
    const rows = await client.db
      .selectDistinct({ name: sql<string>`c.conrelid::regclass::text` })
      .from(sql`pg_constraint c`)
      .where(
        sql`c.contype = 'f' and c.confrelid = '"user"'::regclass and not exists (
          select 1 from pg_constraint p where p.conrelid = c.conrelid and p.contype = 'f'
            and p.confrelid in ('contents'::regclass, 'collections'::regclass) and c.conrelid <> p.confrelid)`,
      )
      .orderBy(sql`1`);
    // Held by themselves, what stays without a name (invitations, the ledger), then what is no loss: looks into lists (kept a
    // day), counts, the rows of the account itself.
    expect(rows.map(({ name }) => name)).toEqual([
      ...[
        'account',
        'admin_actions',
        'automatic_summaries',
        'batches',
        'channel_settings',
        'collections',
        'contents',
        'custom_prompts',
        'deleted_collections',
        'digest_settings',
        'digests',
        'invitations',
        'ledger_accounts',
        'library_answers',
        'license_batches',
        'licenses',
      ],
      ...[
        'listings',
        'model_keys',
        'model_uses',
        'referral_links',
        'referrals',
        'runs',
        'session',
        'site_credentials',
        'smart_folders',
        'subscriptions',
        'uploads',
      ],
    ]);
  });
});

describe('submissions', () => {
  test('are limited by user and address, without existing contents', async () => {
    for (let index = 0; index < 8; index++) world.site.on(`/work-${index}`, { body: articleHtml(`The Oven ${index}`) });
    const address = freshAddress();
    const cookies: string[] = [];
    const codesOf = async (who: number, indexes: number[]) => {
      const items = indexes.map((index) => ({ url: `${world.site.url}/work-${index}` }));
      const response = await callFrom(address, 'ingest.submit', { items, noteLanguage: 'en' }, { cookie: cookies[who] ?? '' });
      cookies[who] ??= response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const [body] = (await response.json()) as {
        result: { data: { results: { problem?: { code: string; params: object } }[] } };
      }[];
      return body?.result.data.results.map(({ problem }) => {
        const { most, minutes } = { most: 0, minutes: 0, ...problem?.params };
        return problem ? `${problem.code} ${most} ${minutes > 0 && minutes <= 60}` : 'begun';
      });
    };
    expect(await codesOf(0, [0, 1, 2, 3])).toEqual(['begun', 'begun', 'begun', 'too_many_submissions 3 true']);
    expect(await codesOf(0, [0, 1])).toEqual(['begun', 'begun']);
    // Another user of the address finds what is left of it.
    expect(await codesOf(1, [4, 5, 6])).toEqual(['begun', 'begun', 'too_many_submissions 5 true']);
  });

  test('start one run for 100 concurrent calls', async () => {
    for (let index = 0; index < 100; index++) world.site.on(`/burst-${index}`, { body: articleHtml(`The Burst ${index}`) });
    const guest = world.client();
    await guest.rpc.account.ensure.mutate();
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        guest.rpc.video.summary.query({ url: `${world.site.url}/burst-${index}`, waitMs: 0 }).then(
          () => 'begun',
          (error: unknown) => codeOf(error),
        ),
      ),
    );
    expect(results.filter((result) => result === 'begun')).toHaveLength(3);
    expect(results.filter((result) => result === 'too_many_submissions')).toHaveLength(97);
    expect((await guest.rpc.user.videos.query({})).count).toBe(3);
  });
});
