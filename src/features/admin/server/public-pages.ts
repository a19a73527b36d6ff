import type { Db } from '#db/client.ts';
import { setHidden } from '#features/sharing/server/index.ts';
import type { PublicTarget } from '../contract.ts';
import { note } from './actions.ts';

/** Nothing is stored when nothing changes. Errors: `not_found`. */
export async function hidePublicPage(
  db: Db,
  { adminId, target, hidden, reason }: { adminId: string; target: PublicTarget; hidden: boolean; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const userId = await setHidden(tx, target, hidden);
    if (userId === null) return;
    await note(tx, { adminId, userId, reason }, { kind: hidden ? 'hide' : 'show', details: { what: target.kind } });
  });
}
