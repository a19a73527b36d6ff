import type { Services } from '#infra/services.ts';

/**
 * Deletes contents as a task. Imported on call, because this file's importers would otherwise load the task's code.
 * Errors: `work_in_progress`; `not_found` when none is the user's.
 */
export async function startDeletion(services: Services, userId: string, contentIds: readonly string[]) {
  const outcome = await import('./batch-delete/outcome.ts');
  return outcome.startDeletion(services, userId, contentIds);
}
