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
    deleteCollection: Answers<'deleteCollection'>;
  };
};

export type Move = {
  collectionId: string;
  name: string;
  contentIds: readonly string[];
  /** The collection that the contents leave. */
  from?: string | null;
  /** What an earlier try of the same move did before the contents could leave; undo takes it back too. */
  before?: Put;
};

type Put = Pick<Moved, 'added' | 'isNew'>;

/** The contents are in the collection, and could not leave the other one. */
export class LeftBehind extends Error {
  readonly put: Put;
  constructor(put: Put, cause: unknown) {
    super('the contents are in both collections', { cause });
    this.put = put;
  }
}

export type Moved = {
  /** What the collection did not hold before. */
  added: string[];
  skipped: number;
  /** What left the other collection, with the places that it had there. */
  left: { contentId: string; position: number }[];
  /** The collection was made for them. */
  isNew: boolean;
};

export const isNotFound = (error: unknown): boolean => readError(error).code === 'not_found';

/** Errors: `LeftBehind`; `collection_full` for more than any collection holds, which no call carries. */
export async function moveContents(client: Client, wanted: Move): Promise<Moved> {
  const { collectionId, contentIds, before } = wanted;
  const refusal = refusalOf(contentIds.length);
  if (refusal !== null) throw refusal;
  // Also when tried again: meanwhile the collection may have been deleted, or the contents taken out of it.
  const { skippedIds } = await client.share.addItemsToCollection.mutate({ collectionId, contentIds: [...contentIds] });
  const added = [...new Set([...(before?.added ?? []), ...without(contentIds, skippedIds)])];
  return letLeave(client, wanted, { added, isNew: before?.isNew ?? false });
}

/** Ends a move whose contents are in the collection. Errors: `LeftBehind`. */
export async function letLeave(
  client: Client,
  { from, contentIds }: Pick<Move, 'from' | 'contentIds'>,
  put: Put,
): Promise<Moved> {
  try {
    const left = from ? await takeOut(client, from, contentIds) : [];
    return { ...put, skipped: contentIds.length - put.added.length, left };
  } catch (error) {
    throw new LeftBehind(put, error);
  }
}

function without(contentIds: readonly string[], skipped: readonly string[]): string[] {
  const isSkipped = new Set(skipped);
  return contentIds.filter((contentId) => !isSkipped.has(contentId));
}

/** Puts all back as it was before the move; a collection that was made for it is deleted. */
export async function takeBack(client: Client, { collectionId, from, moved }: Move & { moved: Moved }): Promise<void> {
  const { added, left, isNew } = moved;
  if (from && left.length > 0)
    await client.share.addItemsToCollection.mutate({
      collectionId: from,
      contentIds: left.map(({ contentId }) => contentId),
      positions: left.map(({ position }) => position),
    });
  if (isNew) await deleted(client, collectionId);
  else if (added.length > 0) await takeOut(client, collectionId, added);
}

async function deleted(client: Client, id: string): Promise<void> {
  try {
    await client.share.deleteCollection.mutate({ id });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Gives the places that they had. A collection that was deleted meanwhile holds nothing any more. */
async function takeOut(client: Client, collectionId: string, contentIds: readonly string[]): Promise<Moved['left']> {
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
