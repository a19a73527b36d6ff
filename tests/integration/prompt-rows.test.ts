/** Prompts, and what they answered, as stored, statement by statement, among other contents and users. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { customPrompts, promptResults } from '#db/schema/prompts.ts';
import { tasks } from '#db/schema/tasks.ts';
import { askTask } from '#features/ask/tasks.ts';
import { chatTask } from '#features/chat/tasks.ts';
import { imagesTask, musicTask, visionArticleTask } from '#features/outputs/tasks.ts';
import {
  createPrompt,
  findPrompt,
  listPrompts,
  removePrompt,
  restorePrompt,
  updatePrompt,
} from '#features/prompts/server/prompt-store.ts';
import {
  listResults,
  readResult,
  removeResult,
  restoreResult,
  startAnswer,
  storeAnswer,
} from '#features/prompts/server/result-store.ts';
import { createTidyPrompts } from '#features/prompts/server/tidy-prompts.handler.ts';
import { promptLimits } from '#features/prompts/shared/prompt-limits.ts';
import { promptTask } from '#features/prompts/tasks.ts';
import type { Services } from '#infra/services.ts';
import { addUser, client, codeOf, hoursAgo, inTx, keepAccountRows } from './account-rows.ts';
import { addContent, addOwn, addTalk, byText } from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';

keepAccountRows();

let recorded: Recorded;
let services: Services;
const kinds = [chatTask, askTask, promptTask, imagesTask, musicTask, visionArticleTask];
beforeEach(async () => {
  await client.query('delete from tasks');
  for (const id of ['ada', 'bob']) await addUser(id);
  recorded = recordedServices(kinds, { limits: { libraryQuestionsPerHour: { guest: 5, account: 5 } } });
  services = { ...recorded.services, llm: { id: 'server-model' } } as unknown as Services;
});

describe('prompts', () => {
  const words = { title: 'T', customPrompt: 'P' };

  test('OUT-02 are one user’s, changed only by that user, and come back for a day', async () => {
    const theirs = await createPrompt(client.db, 'bob', words);
    const made = await createPrompt(client.db, 'ada', words);
    expect(made).toEqual({ promptId: made.promptId, ...words, createdAt: made.createdAt, updatedAt: made.updatedAt });
    const [old] = await client.db
      .insert(customPrompts)
      .values({ userId: 'ada', title: 'Old', customPrompt: 'P', createdAt: new Date(0) })
      .returning();
    expect((await listPrompts(client.db, 'ada')).map(({ promptId }) => promptId)).toEqual([made.promptId, old?.id]);
    const changed = await updatePrompt(client.db, 'ada', made.promptId, { title: 'T2', customPrompt: 'P2' });
    expect([changed.title, changed.customPrompt, changed.createdAt]).toEqual(['T2', 'P2', made.createdAt]);
    const refused = async (work: Promise<unknown>) => expect(await work.catch(codeOf)).toBe('not_found');
    await refused(updatePrompt(client.db, 'ada', theirs.promptId, words));
    await refused(removePrompt(client.db, 'ada', theirs.promptId));
    await refused(restorePrompt(client.db, 'ada', made.promptId));
    await removePrompt(client.db, 'ada', made.promptId);
    await refused(removePrompt(client.db, 'ada', made.promptId));
    await refused(updatePrompt(client.db, 'ada', made.promptId, words));
    await refused(restorePrompt(client.db, 'bob', made.promptId));
    expect([await findPrompt(client.db, 'ada', made.promptId), await findPrompt(client.db, 'ada', theirs.promptId)]).toEqual([
      null,
      null,
    ]);
    expect(await findPrompt(client.db, 'bob', theirs.promptId)).toEqual(theirs);
    expect(await restorePrompt(client.db, 'ada', made.promptId)).toEqual(changed);
    expect((await listPrompts(client.db, 'bob')).map(({ title }) => title)).toEqual(['T']);
  });

  test('OUT-02 are as many as a user may have, without deleted ones', async () => {
    const rows = Array.from({ length: promptLimits.perUser - 1 }, (_, n) => ({
      userId: 'ada',
      title: `${n}`,
      customPrompt: 'P',
    }));
    await client.db.insert(customPrompts).values(rows);
    const [gone] = await client.db
      .insert(customPrompts)
      .values({ userId: 'ada', ...words, deletedAt: new Date() })
      .returning();
    await createPrompt(client.db, 'ada', words);
    const refused = await createPrompt(client.db, 'ada', words).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'prompt_limit', params: { most: promptLimits.perUser } });
    expect(await restorePrompt(client.db, 'ada', gone?.id ?? '').catch(codeOf)).toBe('prompt_limit');
    await createPrompt(client.db, 'bob', words);
    expect(await listPrompts(client.db, 'ada')).toHaveLength(promptLimits.perUser);
  });

  const run = (content: Parameters<typeof startAnswer>[1], promptId: string, language: 'en' | 'zh' = 'en') =>
    startAnswer(services, content, promptId, language);

  test('CON-07 are answered for one content, by what they said then', async () => {
    const content = await addTalk('ada', ['Words.'], { noteLanguage: 'zh' });
    const { promptId } = await createPrompt(client.db, 'ada', words);
    const theirs = await createPrompt(client.db, 'bob', words);
    expect(await run(await addOwn('ada'), promptId).catch(codeOf)).toBe('subtitles_missing');
    expect(await startAnswer({ ...services, llm: null }, content, promptId, 'en').catch(codeOf)).toBe('llm_not_configured');
    for (const id of [randomUUID(), theirs.promptId, 'official-none'])
      expect(await run(content, id).catch(codeOf)).toBe('not_found');
    expect(await run(content, promptId)).toBe('queued');
    const [row] = await client.db.select().from(promptResults);
    const [task] = await client.db.select().from(tasks);
    expect(task).toMatchObject({
      ...{ kind: 'prompt', key: row?.id, userId: 'ada', contentId: content.id },
      payload: { resultId: row?.id, title: 'T', prompt: 'P', language: 'zh' },
    });
    expect(await run(content, promptId)).toBe('queued');
    expect(await client.db.$count(tasks)).toBe(1);
    expect(await readResult(services, content, promptId)).toEqual({
      ...{ promptId, title: 'T', prompt: 'P', text: null, sources: [], checks: null, model: null, usage: null, writtenAt: null },
      ...{ outdated: false, state: 'queued', taskId: task?.id, problem: null },
    });
    await client.db.update(tasks).set({ state: 'failed', errorCode: 'llm_unavailable', errorParams: { a: 1 } });
    expect(await readResult(services, content, promptId)).toMatchObject({
      state: 'failed',
      taskId: null,
      problem: { code: 'llm_unavailable', params: { a: 1 } },
    });
    const versions = {
      extractionId: content.extractionId ?? '',
      wording: 1,
      cited: 1,
      unverified: 0,
      droppedReferences: 0,
      quotesVerified: 0,
      quotesUnmarked: 0,
      windows: 1,
      cut: false,
    };
    await inTx((tx) =>
      storeAnswer(
        tx,
        { resultId: row?.id ?? '', title: 'T', prompt: 'P', language: 'zh' },
        { text: 'Answer', sources: [], model: 'm', versions: versions as never },
      ),
    );
    await client.db.update(tasks).set({ state: 'completed', errorCode: null });
    const read = await readResult(services, content, promptId);
    expect(read).toMatchObject({ text: 'Answer', model: 'm', state: 'completed', outdated: false, problem: null });
    expect(read?.writtenAt).not.toBeNull();
    // Of changed words nothing is told until they are answered, and the answer stays until then.
    await updatePrompt(client.db, 'ada', promptId, { title: 'T2', customPrompt: 'P2' });
    await run(content, promptId);
    expect(await readResult(services, content, promptId)).toMatchObject({
      title: 'T',
      prompt: 'P',
      text: 'Answer',
      state: 'queued',
    });
    expect((await client.db.select().from(tasks)).find(({ state }) => state === 'queued')?.payload).toMatchObject({
      title: 'T2',
      prompt: 'P2',
    });
    expect(await readResult(services, { ...content, extractionId: randomUUID() }, promptId)).toMatchObject({ outdated: true });
    // Without the prompt, by what it said.
    await client.db.update(tasks).set({ state: 'cancelled' });
    await removePrompt(client.db, 'ada', promptId);
    expect(await run(content, promptId)).toBe('queued');
  });

  test('CON-07 that are official are asked in the language of the interface', async () => {
    const content = await addTalk('ada', ['Words.']);
    await run(content, 'official-quotes', 'zh');
    await run(content, 'official-action-items', 'en');
    const titles = (await listResults(client.db, content)).map(({ title }) => title);
    expect([/\p{Script=Han}/u.test(titles[0] ?? ''), /\p{Script=Han}/u.test(titles[1] ?? ''), titles.length]).toEqual([
      true,
      false,
      2,
    ]);
  });

  test('CON-07 answers are listed, deleted with their work, and brought back, each of its content', async () => {
    const [content, other] = [await addTalk('ada', ['Words.']), await addTalk('ada', ['Words.'])];
    const theirs = await addContent('bob', content.sourceId, { extractionId: content.extractionId });
    for (const of of [content, other, theirs]) await run(of, 'official-quotes');
    await run(content, 'official-timeline');
    await client.db
      .update(promptResults)
      .set({ text: 'X', writtenAt: new Date(), model: 'm' })
      .where(eq(promptResults.promptId, 'official-timeline'));
    expect(await listResults(client.db, content)).toMatchObject([
      { promptId: 'official-quotes', hasText: false },
      { promptId: 'official-timeline', hasText: true },
    ]);
    await removeResult(services, content, 'official-quotes');
    expect(await removeResult(services, content, 'official-quotes').catch(codeOf)).toBe('not_found');
    expect(await readResult(services, content, 'official-quotes')).toBeNull();
    expect((await client.db.select().from(tasks)).map(({ contentId, state }) => [contentId, state]).sort(byText)).toEqual(
      [
        [content.id, 'cancelled'],
        [content.id, 'queued'],
        [other.id, 'queued'],
        [theirs.id, 'queued'],
      ].sort(byText),
    );
    for (const of of [other, theirs]) expect(await listResults(client.db, of)).toHaveLength(1);
    expect(await restoreResult(client.db, other, 'official-quotes').catch(codeOf)).toBe('not_found');
    await restoreResult(client.db, content, 'official-quotes');
    expect(await listResults(client.db, content)).toHaveLength(2);
    // One that was deleted is asked anew without its old text.
    await removeResult(services, content, 'official-timeline');
    await run(content, 'official-timeline', 'zh');
    const again = await readResult(services, content, 'official-timeline');
    expect(again).toMatchObject({ text: null, model: null, writtenAt: null, state: 'queued' });
    expect(again?.title).toMatch(/\p{Script=Han}/u);
  });

  test('CON-07 answers have a limit for each content', async () => {
    const [content, other] = [await addTalk('ada', ['Words.']), await addTalk('ada', ['Words.'])];
    const rows = Array.from({ length: promptLimits.resultsPerContent - 1 }, (_, n) => ({
      userId: 'ada',
      contentId: content.id,
      promptId: `p${n}`,
      ...{ title: 'T', prompt: 'P' },
    }));
    await client.db.insert(promptResults).values(rows);
    await run(content, 'official-quotes');
    const refused = await run(content, 'official-timeline').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'prompt_limit', params: { most: promptLimits.resultsPerContent } });
    expect([await run(content, 'official-quotes'), await run(other, 'official-timeline')]).toEqual(['queued', 'queued']);
  });

  test('CON-07 what was deleted a day ago is gone, with its tasks', async () => {
    const content = await addTalk('ada', ['Words.']);
    for (const id of ['official-quotes', 'official-timeline', 'official-action-items']) await run(content, id);
    const [old, young] = [hoursAgo(24.1), hoursAgo(23.9)];
    const rows = await client.db.select().from(promptResults).orderBy(promptResults.promptId);
    for (const [at, deletedAt] of [old, young, null].entries())
      await client.db
        .update(promptResults)
        .set({ deletedAt })
        .where(eq(promptResults.id, rows[at]?.id ?? ''));
    for (const deletedAt of [old, young, null])
      await client.db.insert(customPrompts).values({ userId: 'ada', ...words, deletedAt });
    await createTidyPrompts(services).run({}, {} as never);
    expect(await client.db.$count(customPrompts)).toBe(2);
    const left = [rows[1]?.id, rows[2]?.id].sort(byText);
    expect((await client.db.select().from(promptResults)).map(({ id }) => id).sort()).toEqual(left);
    expect((await client.db.select().from(tasks)).map(({ key }) => key).sort()).toEqual(left);
  });
});
