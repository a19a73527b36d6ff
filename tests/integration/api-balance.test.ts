/** ACC-04: members pay for the server's model from a balance of their own once the server has spent what it gives in a day. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import { lockAccount } from '#features/metering/server/ledger/accounts.ts';
import { findDrift } from '#features/metering/server/ledger/audit.ts';
import { grant } from '#features/metering/server/ledger/grants.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { type FakeLlm, pricedModel, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { waitFor } from '../harness/wait.ts';
import { articleHtml, settled, startWorld, submit, summarise, type World } from './setup.ts';

const dailyUsd = 20;
const micros = 1_000_000;
/** US dollars for a million tokens. */
const price = { input: 3, output: 11 };
let llm: FakeLlm;
let world: World;
let client: DatabaseClient;
let pages = 0;

beforeAll(async () => {
  llm = await startFakeLlm();
  world = await startWorld({
    env: {
      ...pricedModel(llm),
      MODEL_PRICE_INPUT: String(price.input),
      MODEL_PRICE_OUTPUT: String(price.output),
      MODEL_DAILY_COST_LIMIT: String(dailyUsd),
    },
  });
  client = createDatabase(world.database, { max: 4, applicationName: 'test' });
});
afterAll(async () => {
  expect(await findDrift(client.db)).toEqual([]);
  await client.close();
  await world.close();
  await llm.close();
});
beforeEach(async () => {
  llm.script(({ prompt }) => ({
    text: prompt.includes('Question: ') ? 'The oven keeps its heat. [L0]\n' : writeNoteFor(prompt),
    pieceLength: 400,
  }));
  await client.db.delete(modelUses);
});

const spendBudget = () =>
  client.db
    .insert(modelUses)
    .values({ job: `note:${crypto.randomUUID()}`, kind: 'note', ownKey: false, model: 'x', costUsd: dailyUsd });

async function member(balance: number, set = `paid_until = now() + interval '1 day'`): Promise<TestClient> {
  const person = world.client();
  const { user } = await person.rpc.account.ensure.mutate();
  await client.query(`update "user" set is_anonymous = false, ${set} where id = $1`, [user.id]);
  await client.db.transaction(async (tx) => {
    const account = await lockAccount(tx, user.id, 'api');
    if (balance > 0) await grant(tx, account, { reason: 'admin', reasonKey: 'first', amount: balance, expiresAt: null });
  });
  return person;
}

function page(): string {
  const path = `/balance-${pages++}`;
  world.site.on(path, { body: articleHtml(`the oven of balance ${pages}`) });
  return `${world.site.url}${path}`;
}

/** Micro-dollars that the model has been asked for and has answered since then, by the provider's own counts. */
function meter(): () => number {
  const { inputTokens, outputTokens } = llm.counts;
  return () =>
    Math.ceil((llm.counts.inputTokens - inputTokens) * price.input + (llm.counts.outputTokens - outputTokens) * price.output);
}

async function accountOf(person: TestClient) {
  const { user } = await person.rpc.account.me.query();
  const [account] = await client.query<{ id: string; available: string; reserved: string }>(
    `select id, available, reserved from ledger_accounts where user_id = $1 and kind = 'api'`,
    [user?.id],
  );
  const entries = await client.query<{ cause: string; amount: string; after: string }>(
    'select cause, amount, balance_after as after from ledger_entries where account_id = $1 order by id',
    [account?.id],
  );
  return {
    balance: { available: Number(account?.available), reserved: Number(account?.reserved) },
    entries: entries.map(({ cause, amount, after }) => [cause, Number(amount), Number(after)]),
  };
}

const refusal = (call: Promise<unknown>) => call.then(() => null, codeOf);

test('ACC-04 while the server pays, a balance stays as it is', async () => {
  const person = await member(5 * micros);
  expect(await summarise(person, page())).toMatchObject({ noteMethod: 'model', costLimited: false });
  expect((await accountOf(person)).balance).toEqual({ available: 5 * micros, reserved: 0 });
  expect(await client.db.select({ fromBalance: modelUses.fromBalance }).from(modelUses)).toEqual([{ fromBalance: false }]);
  expect((await person.rpc.user.timeAccount.query()).balanceUsd).toBe(5);
});

test('ACC-04 a balance pays for what the provider counted at the price of the list, in millionths of a dollar', async () => {
  await spendBudget();
  const [person, other] = [await member(5 * micros), await member(5 * micros)];
  const cost = meter();
  const note = await summarise(person, page());
  expect(note).toMatchObject({ noteMethod: 'model', costLimited: false });
  const charged = cost();
  expect(charged).toBeGreaterThan(100);
  const left = 5 * micros - charged;
  expect(await accountOf(person)).toEqual({
    balance: { available: left, reserved: 0 },
    entries: [
      ['grant', 5 * micros, 5 * micros],
      ['charge', -charged, left],
    ],
  });
  expect((await person.rpc.user.timeAccount.query()).balanceUsd).toBe(left / micros);
  // The history of time is no history of money.
  expect((await person.rpc.user.timeEntries.query({})).entries.filter(({ amount }) => Math.abs(amount) === charged)).toEqual([]);
  expect((await accountOf(other)).balance).toEqual({ available: 5 * micros, reserved: 0 });
});

test('ACC-04 a balance is never overdrawn: what is not paid for is not asked', async () => {
  await spendBudget();
  // Less than the first request of a note.
  const person = await member(20);
  const cost = meter();
  const notes = await Promise.all([page(), page(), page()].map((url) => submit(person, url)));
  for (const id of notes) expect(await settled(person, id)).toMatchObject({ noteMethod: 'extractive', costLimited: true });
  expect(cost()).toBe(0);
  expect((await accountOf(person)).balance).toEqual({ available: 20, reserved: 0 });
  // What five notes at once want is more than there is.
  const rich = await member(20_000);
  const spent = meter();
  const ids = await Promise.all(Array.from({ length: 5 }, () => submit(rich, page())));
  for (const id of ids) await settled(rich, id);
  const { balance, entries } = await accountOf(rich);
  expect(balance).toEqual({
    available: 20_000 + entries.slice(1).reduce((sum, [, amount]) => sum + Number(amount), 0),
    reserved: 0,
  });
  expect(balance.available).toBeGreaterThanOrEqual(0);
  expect(Math.abs(20_000 - balance.available - spent())).toBeLessThan(ids.length);
});

test('ACC-04 a question is paid for as well', async () => {
  const person = await member(5 * micros);
  const { contentId } = await summarise(person, page());
  await spendBudget();
  const cost = meter();
  await person.rpc.chat.ask.mutate({ contentId, question: 'What does it keep?' });
  await waitFor('the answer', async () =>
    (await person.rpc.chat.history.query({ contentId })).answeringId === null ? true : undefined,
  );
  expect((await accountOf(person)).entries).toEqual([
    ['grant', 5 * micros, 5 * micros],
    ['charge', -cost(), 5 * micros - cost()],
  ]);
});

test('ACC-04 an answer that is stopped is paid for as far as it was written', async () => {
  const person = await member(5 * micros);
  const { contentId } = await summarise(person, page());
  await spendBudget();
  llm.script(({ prompt }) => ({
    text: prompt.includes('Question: ') ? 'The oven keeps its heat. [L0]\n'.repeat(50) : writeNoteFor(prompt),
  }));
  const release = llm.hold('What does it keep at night?', 20);
  await person.rpc.chat.ask.mutate({ contentId, question: 'What does it keep at night?' });
  const { answeringId } = await person.rpc.chat.history.query({ contentId });
  const taskId = answeringId ?? '';
  await waitFor('a draft', async () => {
    const drafts = await client.query(`select 1 from task_events where task_id = $1 and event ->> 'type' = 'partial'`, [taskId]);
    return drafts.length > 0 || undefined;
  });
  expect((await accountOf(person)).balance.reserved).toBeGreaterThan(0);
  await person.rpc.task.cancel.mutate({ taskId });
  const { balance, entries } = await waitFor('the hold to end', async () => {
    const account = await accountOf(person);
    return account.balance.reserved === 0 ? account : undefined;
  });
  release();
  const [use] = await waitFor('its use', async () => {
    const uses = await client.query<{ cost_usd: number; from_balance: boolean }>(
      'select cost_usd, from_balance from model_uses where job = $1',
      [`chat:${taskId}`],
    );
    return uses[0] && uses[0].cost_usd > 0 ? uses : undefined;
  });
  const cost = Math.ceil((use?.cost_usd ?? 0) * micros);
  expect(use?.from_balance).toBe(true);
  expect(entries.slice(1)).toEqual([['charge', -cost, 5 * micros - cost]]);
  expect(balance.available).toBe(5 * micros - cost);
});

test.each([
  ['a user without a membership', 'is_lifetime = false'],
  ['one whose membership is over', `paid_until = now() - interval '1 minute'`],
])('ACC-04 the balance of %s pays for nothing', async (_who, set) => {
  const person = await member(5 * micros, set);
  const { contentId } = await summarise(person, page());
  await spendBudget();
  expect(await refusal(person.rpc.chat.ask.mutate({ contentId, question: 'What does it keep?' }))).toBe('server_cost_limit');
  expect((await accountOf(person)).balance).toEqual({ available: 5 * micros, reserved: 0 });
});
