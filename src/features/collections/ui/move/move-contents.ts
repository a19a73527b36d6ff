import { AppError } from '#lib/app-error.ts';
import { readError } from '#lib/client-error.ts';
import { mostInCollection } from '#lib/input-limits.ts';
import type { RouterInputs, RouterOutputs } from '#rpc/client.tsx';

type Answers<Name extends keyof RouterInputs['share']> = {
  mutate: (input: RouterInputs['share'][Name]) => Promise<RouterOutputs['share'][Name]>;
};
type Client = {
  share: {
    addItemsToCollection: Answers<'addItemsToCollection'>;
    removeItemsFromCollection: Answers<'removeItemsFromCollection'>;
  };
};

export type Moved = { added: number; skipped: number; left: { contentId: string; position: number }[] };

export const isNotFound = (error: unknown): boolean => readError(error).code === 'not_found';

/** `from`: the collection that they leave. Errors: `collection_full` for more than any collection holds, which no call carries. */
export async function moveContents(
  client: Client,
  { collectionId, contentIds, from }: { collectionId: string; contentIds: readonly string[]; from?: string | null },
): Promise<Moved> {
  const refusal = refusalOf(contentIds.length);
  if (refusal !== null) throw refusal;
  const added = await client.share.addItemsToCollection.mutate({ collectionId, contentIds: [...contentIds] });
  const left = from ? await takeOut(client, from, contentIds) : [];
  return { added: added.addedCount, skipped: added.skippedCount, left };
}

/** Gives the places that they had. A collection that was deleted meanwhile holds nothing any more. */
export async function takeOut(client: Client, collectionId: string, contentIds: readonly string[]): Promise<Moved['left']> {
  try {
    return (await client.share.removeItemsFromCollection.mutate({ collectionId, contentIds: [...contentIds] })).removed;
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/** Why no collection can take so many; null: it can. */
export function refusalOf(count: number): AppError | null {
  return count > mostInCollection ? new AppError('collection_full', { params: { most: mostInCollection } }) : null;
}
