/** Calls about the import of an archive, as the server answers them: whose upload begins one, and what is told of the last. */
import { beforeEach, expect, test } from 'vitest';
import { tasks } from '#db/schema/tasks.ts';
import { uploads } from '#db/schema/uploads.ts';
import { myDataProcedures } from '#features/my-data/server/router.ts';
import { importTask } from '#features/my-data/tasks.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import { AppError } from '#lib/app-error.ts';
import { type Context, router } from '#rpc/server.ts';
import { addUser, client, keepAccountRows } from './account-rows.ts';
import { recordedServices } from './recorded-services.ts';

keepAccountRows();
beforeEach(async () => {
  await client.query('delete from tasks');
  for (const id of ['ada', 'bob']) await addUser(id);
});

const calls = router(myDataProcedures);
const as = (id: string) =>
  calls.createCaller({
    ...{ user: { id, role: 'user' } as AuthUser, services: recordedServices([importTask]).services, clientAddress: '192.0.2.9' },
    ...{ keepSession: async () => undefined, logger: { debug: () => undefined, info: () => undefined, error: () => undefined } },
  } as unknown as Context);
const codeOf = (error: unknown) => (error instanceof Error && error.cause instanceof AppError ? error.cause.code : error);

async function addUpload(id: string, userId: string, status: 'complete' | 'taken' = 'complete'): Promise<void> {
  await client.db
    .insert(uploads)
    .values({ id, userId, name: 'a.zip', sizeBytes: 1, receivedBytes: 1, status, blobKey: `uploads/${id}` });
}

test('ACC-12 an import begins with an upload of one’s own, one at a time for each account', async () => {
  await addUpload('archive-1', 'ada');
  await addUpload('archive-2', 'ada', 'taken');
  await addUpload('archive-3', 'bob');
  const begin = (id: string, uploadId: string) => as(id).startImport({ uploadId }).catch(codeOf);
  for (const id of ['archive-2', 'archive-3', 'archive-4']) expect(await begin('ada', id), id).toBe('upload_not_found');
  expect(await begin('ada', 'archive-1')).toEqual({ taskId: expect.any(String) });
  expect(await begin('ada', 'archive-1')).toBe('work_in_progress');
  expect(await begin('bob', 'archive-3')).toEqual({ taskId: expect.any(String) });
  const begun = await client.query('select kind, key, user_id, payload from tasks order by key');
  const task = (id: string, uploadId: string) => ({
    ...{ kind: 'import_archive', key: id, user_id: id, payload: { userId: id, uploadId } },
  });
  expect(begun).toEqual([task('ada', 'archive-1'), task('bob', 'archive-3')]);
});

test('ACC-12 the last import is told with what was wrong, and with what came of it where it was completed', async () => {
  const result = { contents: 2, kept: 1, prompts: 0, collections: 0, smartFolders: 3 };
  const last = async (values: Partial<typeof tasks.$inferInsert>) => {
    await client.query('delete from tasks');
    const rest = { kind: 'import_archive', key: 'ada', userId: 'ada', payload: { userId: 'ada', uploadId: 'archive-1' } };
    const [row] = await client.db
      .insert(tasks)
      .values({ ...rest, checkpoints: { result }, ...values })
      .returning({ id: tasks.id });
    const told = await as('ada').lastImport();
    expect(told?.taskId).toBe(row?.id);
    return [told?.state, told?.problem, told?.result];
  };
  expect(await as('ada').lastImport()).toBeNull();
  const errorParams = { most: 3 };
  expect(await last({ state: 'failed', errorCode: 'prompt_limit', errorParams })).toEqual([
    ...['failed', { code: 'prompt_limit', params: errorParams }, null],
  ]);
  expect(await last({ state: 'failed', errorCode: 'archive_damaged' })).toEqual([
    ...['failed', { code: 'archive_damaged', params: {} }, null],
  ]);
  expect(await last({ state: 'failed', errorCode: 'of another version' })).toEqual(['failed', null, null]);
  expect(await last({ state: 'running' })).toEqual(['running', null, null]);
  expect(await last({ state: 'completed' })).toEqual(['completed', null, result]);
  expect(await last({ state: 'completed', checkpoints: {} })).toEqual(['completed', null, null]);
  expect(await as('bob').lastImport()).toBeNull();
});
