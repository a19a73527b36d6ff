/** What users leave to sign in with: each is its owner's, sealed with a key that is not in the database. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DatabaseClient, Tx } from '#db/client.ts';
import {
  checkModelKey,
  ownCallsAreCounted,
  ownModelIdOf,
  ownModelOf,
  readModelKey,
  removeModelKey,
  saveModelKey,
} from '#features/credentials/server/model-key.ts';
import {
  checkSiteSignIn,
  listSiteSignIns,
  removeSiteSignIn,
  saveSiteSignIn,
  siteCredentialOf,
} from '#features/credentials/server/site-sign-ins.ts';
import { createOwnModels } from '#infra/llm/own-models.ts';
import { createLogger } from '#infra/logger/logger.ts';
import { createSecretBox } from '#infra/secrets/secret-box.ts';
import { meanwhile } from '../harness/database/meanwhile.ts';
import { openOwnDatabase } from '../harness/database/own-database.ts';
import { waitsToWrite } from '../harness/database/waits-to-write.ts';

let client: DatabaseClient;
const said: { [name: string]: unknown }[] = [];

openOwnDatabase((own) => {
  client = own;
});

const ownModels = createOwnModels({ configured: null, replayFrom: null, local: null });
const logger = createLogger({ level: 'info', format: 'json', secrets: [], write: (line) => said.push(JSON.parse(line)) });
const [older, newer] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))];
const withKeys = (...keys: Uint8Array[]) => ({ db: client.db, secrets: createSecretBox(keys), logger, ownModels, sentKey: null });

let users = 0;
async function twoUsers(): Promise<[string, string]> {
  const ids = [`ada${++users}`, `bob${users}`] as [string, string];
  for (const id of ids) await client.query('insert into "user" (id, name, email) values ($1, $1, $2)', [id, `${id}@example.org`]);
  return ids;
}

const session = (word: string) => `SESSDATA=${word.padEnd(32, '0')}%2C1900000000%2Cabcde`;
const key = (word: string) => `sk-${word.padEnd(48, 'x')}`;
const given = (word: string, provider = 'openai') => ({ provider, model: ' gpt-x ', value: key(word) });

test('ACC-02 a sign-in of one user is never another’s, also not as a copied row', async () => {
  const services = withKeys(older);
  const [ada, bob] = await twoUsers();
  for (const user of [ada, bob]) await saveSiteSignIn(services, user, 'bilibili', checkSiteSignIn(session(user)));
  const [adas, bobs] = [await siteCredentialOf(services, ada, 'bilibili'), await siteCredentialOf(services, bob, 'bilibili')];
  expect(adas).toContain(ada);
  expect(bobs).toContain(bob);
  expect(await listSiteSignIns(services, ada)).toMatchObject([{ site: 'bilibili', state: 'saved' }]);

  await saveSiteSignIn(services, ada, 'bilibili', checkSiteSignIn(session('later')));
  expect(await siteCredentialOf(services, ada, 'bilibili')).toContain('later');
  expect(await siteCredentialOf(services, bob, 'bilibili')).toBe(bobs);

  await client.query(
    `update site_credentials set sealed = (select sealed from site_credentials where user_id = $2) where user_id = $1`,
    [ada, bob],
  );
  expect(await siteCredentialOf(services, ada, 'bilibili')).toBeNull();
  expect(await listSiteSignIns(services, ada)).toMatchObject([{ state: 'unreadable' }]);

  // A later version's site, which this one does not know.
  await client.query(
    `insert into site_credentials (user_id, site, sealed, key_id) select user_id, 'elsewhere', 'x', key_id from site_credentials`,
  );
  // It lies in front of the other.
  await client.query(`update site_credentials set created_at = now() where site = 'bilibili'`);
  expect(await siteCredentialOf(services, bob, 'bilibili')).toBe(bobs);
  await removeSiteSignIn(services, ada, 'bilibili');
  expect(await client.query('select site from site_credentials where user_id = $1', [ada])).toEqual([{ site: 'elsewhere' }]);
  expect(await siteCredentialOf(services, ada, 'bilibili')).toBeNull();
  expect(await listSiteSignIns(services, ada)).toEqual([{ site: 'bilibili', state: 'none', savedAt: null, expiresAt: null }]);
  expect(await siteCredentialOf(services, bob, 'bilibili')).toBe(bobs);
});

test('a sign-in is sealed again with a new key when it is used, and lost without its key', async () => {
  const [ada, bob] = await twoUsers();
  for (const user of [ada, bob]) await saveSiteSignIn(withKeys(older), user, 'bilibili', checkSiteSignIn(session(user)));
  const sealedOf = async (user: string) =>
    (await client.query<{ key_id: string; sealed: string }>('select * from site_credentials where user_id = $1', [user]))[0];
  const before = [await sealedOf(ada), await sealedOf(bob)];
  expect(await siteCredentialOf(withKeys(older), ada, 'bilibili')).toContain(ada);
  expect(await sealedOf(ada)).toEqual(before[0]);

  expect(await siteCredentialOf(withKeys(newer, older), ada, 'bilibili')).toContain(ada);
  expect((await sealedOf(ada))?.key_id).toBe(createSecretBox([newer]).currentKeyId);
  expect(await sealedOf(bob)).toEqual(before[1]);
  said.length = 0;
  expect(await siteCredentialOf(withKeys(newer), ada, 'bilibili')).toContain(ada);
  expect(said).toEqual([]);
  expect(await siteCredentialOf(withKeys(newer), bob, 'bilibili')).toBeNull();
  expect(said).toMatchObject([{ site: 'bilibili', keyId: before[1]?.key_id }]);
});

test('SUM-15 a model key of one user is never another’s, also not as a copied row', async () => {
  const services = withKeys(older);
  const [ada, bob] = await twoUsers();
  expect(await readModelKey(services, ada)).toMatchObject({ state: 'none', provider: null, model: null, savedAt: null });
  expect([await ownModelIdOf(services, ada), await ownModelOf(services, ada)]).toEqual([null, null]);
  expect(await ownCallsAreCounted(services, ada)).toBe(false);
  for (const user of [ada, bob]) await saveModelKey(services, user, await checkModelKey(services, user, given(user)));
  expect(await readModelKey(services, ada)).toMatchObject({ state: 'saved', provider: 'openai', model: 'gpt-x' });
  expect(await ownModelIdOf(services, ada)).toBe('gpt-x@openai');
  expect((await ownModelOf(services, ada))?.id).toBe('gpt-x@openai');
  expect(await ownCallsAreCounted(services, ada)).toBe(true);

  // The saved key is taken where none is given: the caller's own, for its provider alone.
  const again = { provider: 'openai', model: 'gpt-y' };
  expect(await checkModelKey(services, ada, again)).toEqual({ ...again, keys: key(ada) });
  const refused = { code: 'bad_request', params: { field: 'value' } };
  await expect(checkModelKey(services, undefined, again)).rejects.toMatchObject(refused);
  await expect(checkModelKey(services, ada, { ...again, provider: 'deepseek' })).rejects.toMatchObject(refused);
  const unknown = checkModelKey(services, ada, { ...again, provider: 'nobody' });
  await expect(unknown).rejects.toMatchObject({ code: 'bad_request', params: { field: 'provider' } });

  await client.query(`update model_keys set sealed = (select sealed from model_keys where user_id = $2) where user_id = $1`, [
    ada,
    bob,
  ]);
  expect(await readModelKey(services, ada)).toMatchObject({ state: 'unreadable' });
  expect([await ownModelIdOf(services, ada), await ownModelOf(services, ada)]).toEqual([null, null]);
  await expect(checkModelKey(services, ada, again)).rejects.toMatchObject(refused);

  await removeModelKey(services, ada);
  expect(await readModelKey(services, ada)).toMatchObject({ state: 'none' });
  expect(await checkModelKey(services, bob, again)).toMatchObject({ keys: key(bob) });
});

test('SUM-15 a model key is sealed again with a new key when it is used, and lost without its key', async () => {
  const [ada, bob] = await twoUsers();
  const old = withKeys(older);
  for (const user of [ada, bob]) await saveModelKey(old, user, await checkModelKey(old, user, given(user)));
  expect(await ownModelOf(withKeys(newer, older), ada)).not.toBeNull();
  // Nobody else's is touched.
  expect(await readModelKey(old, bob)).toMatchObject({ state: 'saved' });
  expect(await readModelKey(old, ada)).toMatchObject({ state: 'unreadable' });
  expect(await checkModelKey(withKeys(newer), ada, { provider: 'openai', model: 'gpt-x' })).toMatchObject({ keys: key(ada) });
  said.length = 0;
  expect(await ownModelOf(withKeys(newer), bob)).toBeNull();
  expect(said).toMatchObject([{ keyId: createSecretBox([older]).currentKeyId }]);
  expect(await readModelKey(old, bob)).toMatchObject({ state: 'saved' });
});

test('a sign-in is listed with when it was saved and ends, and the next one replaces all of that', async () => {
  const services = withKeys(older);
  const [ada, bob] = await twoUsers();
  const save = async (user: string, ends: number | null) => {
    const before = Date.now();
    const checked = checkSiteSignIn(session('a'));
    await saveSiteSignIn(services, user, 'bilibili', { ...checked, expiresAt: ends === null ? null : new Date(ends) });
    const [listed] = await listSiteSignIns(services, user);
    expect(Date.parse(listed?.savedAt ?? '')).toBeGreaterThanOrEqual(before);
    expect(Date.parse(listed?.savedAt ?? '')).toBeLessThanOrEqual(Date.now());
    return listed;
  };
  const saved = { site: 'bilibili', state: 'saved', savedAt: expect.any(String) };
  expect(checkSiteSignIn(session('a')).expiresAt).toEqual(new Date(1_900_000_000_000));
  await save(bob, 2000);
  expect(await save(ada, 1000)).toEqual({ ...saved, expiresAt: new Date(1000).toISOString() });
  await client.query(`update site_credentials set updated_at = '2026-01-01'`);
  expect(await save(ada, null)).toEqual({ ...saved, expiresAt: null });
  expect(await listSiteSignIns(services, bob)).toEqual([
    { ...saved, savedAt: '2026-01-01T00:00:00.000Z', expiresAt: new Date(2000).toISOString() },
  ]);
  expect(() => checkSiteSignIn('no session')).toThrow(
    expect.objectContaining({ code: 'bad_request', params: { field: 'value' } }),
  );
});

test('SUM-15 calls are counted for whoever has a key of a provider that is not on this machine', async () => {
  const providers = [
    { id: 'studio', local: true },
    { id: 'openai', local: false },
  ];
  const services = { db: client.db, ownModels: { providers } } as unknown as Parameters<typeof ownCallsAreCounted>[0];
  const counted = async (provider: string) => {
    const [ada] = await twoUsers();
    await saveModelKey(withKeys(older), ada, { provider, model: 'm', keys: 'k' });
    return ownCallsAreCounted(services, ada);
  };
  expect([await counted('studio'), await counted('openai'), await counted('of a later version')]).toEqual([false, true, true]);
});

test('SUM-15 the key of a provider on this machine is none, and a model of it needs none', async () => {
  const [ada] = await twoUsers();
  const providers = [
    { id: 'studio', local: true },
    { id: 'openai', local: false },
  ];
  const services = { ...withKeys(older), ownModels: { ...ownModels, providers } } as unknown as ReturnType<typeof withKeys>;
  const check = (provider: string, value?: string) =>
    checkModelKey(services, ada, { provider, model: 'm', ...(value === undefined ? {} : { value }) }).then(
      ({ keys }) => keys,
      (error: { params?: unknown }) => error.params,
    );
  const refused = { field: 'value' };
  expect([await check('studio'), await check('studio', key('a')), await check('openai')]).toEqual(['', refused, refused]);
  expect([await check('openai', key('a')), await check('openai', 'no key')]).toEqual([key('a'), refused]);
});

test.each([
  {
    what: 'sign-in',
    table: 'site_credentials',
    save: (user: string) => saveSiteSignIn(withKeys(older), user, 'bilibili', checkSiteSignIn(session(user))),
    use: (user: string) => siteCredentialOf(withKeys(newer, older), user, 'bilibili'),
  },
  {
    what: 'model key',
    table: 'model_keys',
    save: async (user: string) => saveModelKey(withKeys(older), user, await checkModelKey(withKeys(older), user, given(user))),
    use: (user: string) => ownModelOf(withKeys(newer, older), user),
  },
])('ACC-02 a $what that is replaced while it is used stays replaced', async ({ table, save, use }) => {
  const [ada, bob] = await twoUsers();
  for (const user of [ada, bob]) await save(user);
  const replace = (tx: Tx) => tx.execute(`update ${table} set sealed = 'another', key_id = 'newest' where user_id = '${ada}'`);
  expect(await meanwhile<unknown>(client, replace, () => use(ada))).not.toBeNull();
  const rowOf = (user: string) => client.query(`select sealed, key_id from ${table} where user_id = $1`, [user]);
  expect(await rowOf(ada)).toEqual([{ sealed: 'another', key_id: 'newest' }]);
  // A row of somebody else that has the same text stays, and the use is over once its own is sealed again.
  await client.query(
    `update ${table} set (sealed, key_id) = (select sealed, key_id from ${table} where user_id = $2) where user_id = $1`,
    [ada, bob],
  );
  const copied = await rowOf(ada);
  expect(await waitsToWrite(client, table, () => use(bob))).toBe(true);
  expect(await rowOf(ada)).toEqual(copied);
  expect(await rowOf(bob)).toEqual([{ sealed: expect.any(String), key_id: createSecretBox([newer]).currentKeyId }]);
});
