/** Adds one item at a time, last to first, so that the library shows them in the order of the collection. */
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import type { AddAllTask } from '../../tasks.ts';
import { addOrRefuse } from '../add-to-library.ts';
import { requireVisible } from '../public-collections.ts';
import { itemsNamed } from '../public-notes.ts';
import { type AddAllOutcome, outcomeOf } from './outcome.ts';

/** Items per checkpoint: those that a killed worker added since the last checkpoint count as skipped. */
const atOnce = 10;

export async function run(services: Services, payload: AddAllTask, context: TaskContext): Promise<void> {
  const { userId, clientAddress, collectionId } = payload;
  const contentIds = payload.contentIds.toReversed();
  let outcome = outcomeOf(context.checkpoints);
  while (outcome.done < contentIds.length) {
    // Stops if the collection has been made private.
    const collection = await requireVisible(services.db, collectionId);
    const named = contentIds.slice(outcome.done, outcome.done + atOnce);
    const items = await itemsNamed(services.db, collection, named);
    const next = { ...outcome, added: [...outcome.added], done: outcome.done + named.length };
    for (const id of named) {
      context.signal.throwIfAborted();
      const content = items.get(id);
      const added = content ? await addOrRefuse(services, { userId, clientAddress }, content) : null;
      if (added instanceof AppError) next.refused++;
      else if (added?.isNew) next.added.push({ id: added.contentId, versionId: added.noteVersionId });
      else next.skipped++;
    }
    outcome = next;
    await context.checkpoint('outcome', outcome satisfies AddAllOutcome);
    const { done, skipped, refused } = outcome;
    const counts = { total: contentIds.length, done, added: outcome.added.length, skipped, refused };
    context.stage('adding', (100 * done) / contentIds.length, 'adding', counts);
  }
}
