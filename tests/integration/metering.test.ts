/** Time through the whole server: who pays for a note, when, how much, and what happens without any left. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { createTidyLedger } from '#features/metering/server/tidy-ledger.handler.ts';
import { countingWords, makeVoice } from '../harness/files/make-voice.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { type FakeLlm, pricedModel, startFakeLlm } from '../harness/models/fake-llm.ts';
import { type FakeSpeech, startFakeSpeech } from '../harness/models/fake-speech.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, submit, summarise, type World } from './setup.ts';

const startingSeconds = 10 * 60;
let world: World;
let database: DatabaseClient;
let llm: FakeLlm;
let speech: FakeSpeech;
let pages = 0;

beforeAll(async () => {
  [llm, speech] = [await startFakeLlm(), await startFakeSpeech()];
  world = await startWorld({
    env: {
      ...{ TIME_STARTING_MINUTES: '10', TIME_GRANT_DAYS: '30', ...pricedModel(llm) },
      ...{ SPEECH_BASE_URL: speech.url, SPEECH_MODEL: 'whisper-1' },
    },
  });
  database = createDatabase(world.database, { max: 4, applicationName: 'test' });
});
afterAll(async () => {
  expect(await findDrift(database.db)).toEqual([]);
  await database.close();
  await world.close();
  await Promise.all([llm.close(), speech.close()]);
});
let person: TestClient;
beforeEach(async () => {
  person = world.client();
  await person.rpc.account.ensure.mutate();
});

/** Of about a minute. */
function page(paragraphs = 5): string {
  const path = `/page-${pages++}`;
  world.site.on(path, (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(articleHtml(`the oven of page ${pages}`, { paragraphs })),
  );
  return `${world.site.url}${path}`;
}

/** A page that answers once it is told to. */
function heldPage(): { url: string; answer: (status: number) => void } {
  const path = `/held-${pages++}`;
  const { promise, resolve } = Promise.withResolvers<number>();
  world.site.on(path, async (_request, response) => {
    response
      .writeHead(await promise, { 'content-type': 'text/html' })
      .end(articleHtml('the oven that waited', { paragraphs: 5 }));
  });
  return { url: `${world.site.url}${path}`, answer: resolve };
}

async function left(client: TestClient): Promise<number> {
  return (await client.rpc.user.remainingTime.query()).remainingTime ?? Number.NaN;
}

async function holdsOf(client: TestClient) {
  const { user } = await client.rpc.account.me.query();
  return database.query<{ state: string; amount: string; committed: string }>(
    `select state, h.amount, committed from ledger_holds h join ledger_accounts a on a.id = h.account_id
     where a.user_id = $1 order by h.created_at`,
    [user?.id],
  );
}

async function setUser(client: TestClient, set: string): Promise<void> {
  const { user } = await client.rpc.account.me.query();
  await database.query(`update "user" set ${set} where id = $1`, [user?.id]);
}

test('ACC-03 a visitor, and a new account, have the starting time', async () => {
  expect(await world.client().rpc.user.remainingTime.query()).toEqual({ remainingTime: startingSeconds, expiresAt: null });
  const { remainingTime, expiresAt } = await person.rpc.user.remainingTime.query();
  expect(remainingTime).toBe(startingSeconds);
  const days = (Date.parse(expiresAt ?? '') - Date.now()) / (24 * 3600_000);
  expect(Math.round(days)).toBe(30);
});

test('ACC-03 a note takes the seconds that were read, once, and its user reads why', async () => {
  const url = page();
  const contentId = await submit(person, url);
  const detail = await settled(person, contentId);
  expect(detail.status).toBe('completed');
  const [hold] = await holdsOf(person);
  expect(hold?.state).toBe('committed');
  const seconds = Number(hold?.committed);
  expect(seconds).toBeGreaterThan(30);
  expect(seconds).toBeLessThan(120);
  expect(await left(person)).toBe(startingSeconds - seconds);
  const { entries, nextCursor } = await person.rpc.user.timeEntries.query({});
  expect(nextCursor).toBeNull();
  expect(entries).toMatchObject([
    { amount: -seconds, balanceAfter: startingSeconds - seconds, cause: 'charge', content: { contentId, title: detail.title } },
    { amount: startingSeconds, balanceAfter: startingSeconds, cause: 'grant', reason: 'starting', content: null },
  ]);
  const first = await person.rpc.user.timeEntries.query({ limit: 1 });
  const second = await person.rpc.user.timeEntries.query({ limit: 1, cursor: first.nextCursor ?? 1 });
  expect([...first.entries, ...second.entries]).toEqual(entries);
  // The work of another person costs nothing.
  const other = world.client();
  expect((await summarise(other, url)).status).toBe('completed');
  expect(await left(other)).toBe(startingSeconds);
});

test('ACC-03 whoever joins work pays nothing, and whoever began it pays once', async () => {
  const held = heldPage();
  const other = world.client();
  const ids = [await submit(person, held.url), await submit(other, held.url)];
  held.answer(200);
  await settled(person, ids[0] ?? '');
  await settled(other, ids[1] ?? '');
  expect(await left(person)).toBeLessThan(startingSeconds);
  expect(await left(other)).toBe(startingSeconds);
});

test.each([
  ['fails', async (_contentId: string, answer: (status: number) => void) => answer(404)],
  ['is cancelled', (contentId: string) => person.rpc.content.cancel.mutate({ contentId })],
  ['is deleted', (contentId: string) => person.rpc.userNote.deleteContentWithCleanup.mutate({ contentId })],
])('ACC-03 work that %s gives back what it reserved', async (_what, end) => {
  const held = heldPage();
  const contentId = await submit(person, held.url);
  expect(await left(person)).toBe(startingSeconds - 1);
  await end(contentId, held.answer);
  await waitFor('the hold to end', async () => (await holdsOf(person))[0]?.state === 'released' || undefined);
  expect(await left(person)).toBe(startingSeconds);
  held.answer(404);
});

test('ACC-03 who lets go of work that others wait for gets the time back, and the next of them pays', async () => {
  const held = heldPage();
  const other = world.client();
  const [mine, theirs] = [await submit(person, held.url), await submit(other, held.url)];
  await person.rpc.content.cancel.mutate({ contentId: mine });
  expect(await left(person)).toBe(startingSeconds);
  held.answer(200);
  expect((await settled(other, theirs)).status).toBe('completed');
  expect((await holdsOf(person)).map(({ state }) => state)).toEqual(['released']);
  const [hold] = await holdsOf(other);
  expect(Number(hold?.committed)).toBeGreaterThan(30);
  expect([await left(person), await left(other)]).toEqual([startingSeconds, startingSeconds - Number(hold?.committed)]);
});

test('ACC-03 work that nobody who waits can pay for ends, and says why', async () => {
  const held = heldPage();
  const other = world.client();
  const mine = await submit(person, held.url);
  await other.rpc.account.ensure.mutate();
  await setTime(other, 0);
  const theirs = await submit(other, held.url);
  await person.rpc.userNote.deleteContentWithCleanup.mutate({ contentId: mine });
  expect(await settled(other, theirs)).toMatchObject({ status: 'failed', problem: { code: 'out_of_time' } });
  expect(await left(person)).toBe(startingSeconds);
  held.answer(404);
});

test('ACC-03 speech that was recognised and kept is paid for without a note as well, and with the note only once', async () => {
  const bytes = makeVoice(countingWords(40), 40_000);
  const release = llm.hold('grinds corn', 0);
  const contentId = await uploadFile(person, world.server.url, { name: 'mill talk.wav', bytes });
  await waitFor('the transcript', async () => {
    const { subtitlesArray } = await person.rpc.content.detail.query({ contentId });
    return subtitlesArray.length > 0 || undefined;
  });
  await person.rpc.content.cancel.mutate({ contentId });
  release();
  const [hold] = await holdsOf(person);
  const heard = Number(hold?.committed);
  expect(hold?.state).toBe('committed');
  expect(heard).toBeGreaterThan(35);
  expect(heard).toBeLessThan(45);
  expect(await left(person)).toBe(startingSeconds - heard);
  await setTime(person, 0);
  expect(await person.rpc.user.workCost.query({ work: 'again', contentId })).toMatchObject({ pays: 'nothing', seconds: 0 });
  await person.rpc.content.summarizeAgain.mutate({ contentId, noteLanguage: 'en' });
  expect((await settled(person, contentId)).status).toBe('completed');
  expect(await left(person)).toBe(0);
  // A second note of the same words is work of its own.
  const again = person.rpc.content.summarizeAgain.mutate({ contentId, noteLanguage: 'en' });
  expect(codeOf(await again.catch((error: unknown) => error))).toBe('out_of_time');
});

test('ACC-03 without time enough the item stays, says what is missing, and is summarised once there is time', async () => {
  const url = page(80);
  await setTime(person, 61);
  const contentId = await submit(person, url);
  const refused = await settled(person, contentId);
  expect(refused).toMatchObject({ status: 'failed', problem: { code: 'out_of_time', params: { left: 1 } } });
  expect(refused.title).toContain('the oven of page');
  expect(await left(person)).toBe(61);
  // Now that it was read, it is refused before anything is begun.
  const again = person.rpc.content.summarizeAgain.mutate({ contentId, noteLanguage: 'en' });
  expect(codeOf(await again.catch((error: unknown) => error))).toBe('out_of_time');
  expect(await left(person)).toBe(61);
  await setTime(person, 3600);
  await person.rpc.content.summarizeAgain.mutate({ contentId, noteLanguage: 'en' });
  expect((await settled(person, contentId)).status).toBe('completed');
  const holds = await holdsOf(person);
  expect(holds.map(({ state }) => state)).toEqual(['released', 'committed']);
  expect(await left(person)).toBe(3600 - Number(holds[1]?.committed));
});

test('ACC-03 with nothing left nothing is begun', async () => {
  await setTime(person, 0);
  const { results } = await person.rpc.ingest.submit.mutate({ items: [{ url: page() }], noteLanguage: 'en' });
  expect(results).toMatchObject([{ problem: { code: 'out_of_time', params: { needed: 1, left: 0 } } }]);
});

test('ACC-04 members are counted and never refused', async () => {
  await setTime(person, 0);
  await setUser(person, `is_anonymous = false, paid_until = now() + interval '1 day'`);
  expect((await summarise(person, page())).status).toBe('completed');
  const { remainingTime, expiresAt } = await person.rpc.user.remainingTime.query();
  expect(remainingTime).toBeNull();
  expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(Date.now());
  const { entries } = await person.rpc.user.timeEntries.query({ limit: 2 });
  expect(entries).toMatchObject([
    { cause: 'charge', balanceAfter: 0 },
    { cause: 'membership', amount: -(entries[0]?.amount ?? 0) },
  ]);
  await setUser(person, `paid_until = now() - interval '1 day'`);
  expect(await person.rpc.user.remainingTime.query()).toMatchObject({ remainingTime: 0 });
});

test('ACC-03 a hold whose task is gone is released, and one at work stays', async () => {
  const held = heldPage();
  const contentId = await submit(person, held.url);
  const { user } = await person.rpc.account.me.query();
  const [account] = await database.query<{ id: string }>(
    `update ledger_accounts set available = available - 7, reserved = reserved + 7 where user_id = $1 returning id`,
    [user?.id],
  );
  await database.query(`insert into ledger_holds (account_id, kind, task_id, amount) values ($1, 'time', gen_random_uuid(), 7)`, [
    account?.id,
  ]);
  expect(await left(person)).toBe(startingSeconds - 8);
  const logger = { warn: () => undefined, error: () => undefined } as never;
  await createTidyLedger({ db: database.db }).run({}, { logger, signal: new AbortController().signal } as never);
  expect(await left(person)).toBe(startingSeconds - 1);
  expect((await holdsOf(person)).map(({ state }) => state)).toEqual(['open', 'expired']);
  held.answer(200);
  await settled(person, contentId);
});

test('ACC-11 saved time is the length of recordings with a note, in minutes', async () => {
  expect(await person.rpc.user.getReferralUserData.query()).toEqual({ savedTime: 0 });
  const { contentId } = await summarise(person, page());
  expect(await person.rpc.user.getReferralUserData.query()).toEqual({ savedTime: 0 });
  await database.query('update contents set duration_ms = 754321 where id = $1', [contentId]);
  expect(await person.rpc.user.getReferralUserData.query()).toEqual({ savedTime: 12.57 });
  expect(await person.rpc.user.timeAccount.query()).toEqual({ savedItems: 1, member: false, licenses: 'off', balanceUsd: null });
});

/** As much as that, by grants of the past. */
async function setTime(client: TestClient, seconds: number): Promise<void> {
  const has = await left(client);
  const { user } = await client.rpc.account.me.query();
  if (has === seconds) return;
  await database.query(
    `with account as (update ledger_accounts set available = $2 where user_id = $1 and kind = 'time' returning id),
      house as (select id from ledger_accounts where is_house and kind = 'time'),
      emptied as (update ledger_grants set remaining = 0 where account_id = (select id from account)),
      given as (insert into ledger_grants (account_id, reason, reason_key, amount, remaining)
        select id, 'admin', 'set ' || $3::text, greatest($2::bigint, 1), $2 from account)
    insert into ledger_entries (movement, account_id, amount, balance_after, cause)
    select m, id, amount, after, 'correction' from (values (gen_random_uuid())) as movement(m),
      lateral (select id, $2::bigint - $3::bigint, $2::bigint from account
        union all select id, $3::bigint - $2::bigint, null from house) as sides(id, amount, after)`,
    [user?.id, seconds, has],
  );
}
