/** What the server's own model may cost in a day, over all users: questions are refused, notes go on without the model, own keys work. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import { modelReservations } from '#db/schema/model-reservations.ts';
import { modelUses } from '#db/schema/model-uses.ts';
import { createTidyAccounts } from '#features/account/server/tidy-accounts.handler.ts';
import { reserveFromBudget } from '#features/usage/server/server-budget.ts';
import type { JobContext } from '#infra/jobs/job.ts';
import { createLogger } from '#infra/logger/logger.ts';
import type { Services } from '#infra/services.ts';
import { hasCode } from '#lib/app-error.ts';
import { codeOf } from '../harness/http/client.ts';
import { type FakeLlm, pricedModel, startFakeLlm, writeNoteFor } from '../harness/models/fake-llm.ts';
import { articleHtml, settled, startWorld, submit, summarise, type World } from './setup.ts';

const LIMIT = 20;
let llm: FakeLlm;
let world: World;
let client: DatabaseClient;

beforeAll(async () => {
  llm = await startFakeLlm();
  llm.script(({ prompt }) => ({
    text: prompt.includes('Question: ') ? 'The oven keeps its heat. [L0]\n' : writeNoteFor(prompt),
    pieceLength: 400,
  }));
  world = await startWorld({
    env: { ...pricedModel(llm), MODEL_DAILY_COST_LIMIT: String(LIMIT) },
  });
  client = createDatabase(world.database, { max: 20, applicationName: 'test' });
});
afterAll(async () => {
  await client.close();
  await world.close();
  await llm.close();
});
beforeEach(async () => {
  await client.db.delete(modelReservations);
  await client.db.delete(modelUses);
});

async function spend(costUsd: number, values: Partial<typeof modelUses.$inferInsert> = {}): Promise<void> {
  await client.db
    .insert(modelUses)
    .values({ job: `note:${crypto.randomUUID()}`, kind: 'note', ownKey: false, model: 'house-model', costUsd, ...values });
}

function needs(): Pick<Services, 'db' | 'settings' | 'logger'> {
  const model = { dailyLimitUsd: LIMIT };
  return { db: client.db, settings: { model } as Services['settings'], logger: undefined as never };
}

const reserve = (costUsd: number, signal = new AbortController().signal) =>
  reserveFromBudget(needs(), { job: 'note:x', costUsd, signal });

describe('reservations', () => {
  test.each([
    ['as much as was thought', 1, LIMIT],
    // The last dollar is left: two must be there for a request.
    ['less than was thought', 2, LIMIT - 1],
  ])('of 100 requests at once that cost %s never pass the limit', async (_what, reservedUsd, requests) => {
    const results = await Promise.all(
      Array.from({ length: 100 }, async () => {
        try {
          const giveBack = await reserve(reservedUsd);
          await spend(1);
          await giveBack();
          return 'made';
        } catch (error) {
          return hasCode(error, 'server_cost_limit') ? 'refused' : error;
        }
      }),
    );
    expect(results.filter((result) => result === 'made')).toHaveLength(requests);
    expect(results.filter((result) => result === 'refused')).toHaveLength(100 - requests);
    expect(await client.db.$count(modelReservations)).toBe(0);
  });

  test('wait for each other, and end with their signal', async () => {
    await reserve(LIMIT);
    const stop = new AbortController();
    const waiting = reserve(1, stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('of a dead process expire', async () => {
    await reserve(LIMIT);
    await client.db.execute(sql`update model_reservations set expires_at = now() - interval '1 second'`);
    await expect(reserve(LIMIT, AbortSignal.timeout(20_000))).resolves.toBeTypeOf('function');
  });

  test('count only the day and the server’s own model', async () => {
    await spend(LIMIT, { ownKey: true });
    await spend(LIMIT, { updatedAt: new Date(Date.now() - 25 * 3600_000) });
    await reserve(LIMIT);
    await spend(0.01);
    await client.db.delete(modelReservations);
    const hoursLeft = () => 24 - new Date().getUTCHours();
    const hours = [hoursLeft()];
    const refusal: unknown = await reserve(LIMIT).catch((error: unknown) => error);
    hours.push(hoursLeft());
    expect(refusal).toMatchObject({
      code: 'server_cost_limit',
      params: { hours: expect.toSatisfy((left) => hours.includes(left)) },
    });
  });

  test('are made of what costs something, and each is given back by itself', async () => {
    await reserve(0);
    expect(await client.db.$count(modelReservations)).toBe(0);
    const [giveBack] = await Promise.all([reserve(1), reserve(2)]);
    await giveBack?.();
    expect(await client.db.select({ usd: modelReservations.costUsd }).from(modelReservations)).toEqual([{ usd: 2 }]);
  });
});

test('what models took is kept for a month, and a reservation until it expires', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000);
  await spend(1, { job: 'note:old', updatedAt: daysAgo(32) });
  await spend(1, { job: 'note:kept', updatedAt: daysAgo(30) });
  await spend(1, { job: 'note:new' });
  const values = { job: 'note:x', costUsd: 1 };
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  await client.db.insert(modelReservations).values([
    { ...values, job: 'note:dead', expiresAt: minutes(-1) },
    { ...values, expiresAt: minutes(1) },
  ]);
  const tasks = { cancelAll: async () => undefined };
  const tidy = createTidyAccounts({ db: client.db, tasks } as unknown as Services);
  const { signal } = new AbortController();
  await tidy.run({}, { signal, logger: createLogger({ level: 'silent', format: 'json', secrets: [] }) } as unknown as JobContext);
  const jobs = await client.db.select({ job: modelUses.job }).from(modelUses).orderBy(modelUses.job);
  expect(jobs.map(({ job }) => job)).toEqual(['note:kept', 'note:new']);
  expect(await client.db.select({ job: modelReservations.job }).from(modelReservations)).toEqual([{ job: 'note:x' }]);
});

test('SUM-08 without budget questions are refused, notes are extractive, and own keys work', async () => {
  world.site.on('/paid', { body: articleHtml('The Paid Oven') });
  world.site.on('/free', { body: articleHtml('The Free Oven') });
  const guest = world.client();
  const paid = await summarise(guest, `${world.site.url}/paid`);
  expect(paid).toMatchObject({ noteMethod: 'model', costLimited: false });
  expect(await client.db.$count(modelReservations)).toBe(0);
  await spend(LIMIT);
  const asked = llm.requests.length;

  const place = { contentId: paid.contentId };
  const refusals = [
    () => guest.rpc.chat.ask.mutate({ ...place, question: 'What is it?' }),
    () => guest.rpc.content.summarizeAgain.mutate(place),
  ];
  for (const refusal of refusals) expect(codeOf(await refusal().catch((error: unknown) => error))).toBe('server_cost_limit');
  const free = await settled(guest, await submit(guest, `${world.site.url}/free`));
  expect(free).toMatchObject({ status: 'completed', problem: null, noteMethod: 'extractive', costLimited: true });
  expect(llm.requests.length).toBe(asked);

  await guest.rpc.account.saveModelKey.mutate({ provider: 'server', model: 'house-model', value: `sk-${'o'.repeat(48)}` });
  await guest.rpc.content.summarizeAgain.mutate({ contentId: free.contentId });
  expect(await settled(guest, free.contentId)).toMatchObject({ noteMethod: 'model', costLimited: false });
});
