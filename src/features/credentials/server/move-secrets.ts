import { eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { modelKeys, siteCredentials } from '#db/schema/credentials.ts';
import type { Services } from '#infra/services.ts';
import { modelKeyContext } from './model-key.ts';
import { siteSignInContext } from './site-sign-ins.ts';

type Needs = Pick<Services, 'secrets'>;

/** Seals the secrets of `from` for `to`, unless `to` has its own. Secrets that cannot be opened are dropped. */
export async function moveSecrets({ secrets }: Needs, tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  for (const row of await tx.delete(modelKeys).where(eq(modelKeys.userId, from)).returning()) {
    const keys = secrets.open(row, modelKeyContext(from, row.provider));
    if (keys === null) continue;
    const moved = { ...row, userId: to, ...secrets.seal(keys, modelKeyContext(to, row.provider)) };
    await tx.insert(modelKeys).values(moved).onConflictDoNothing();
  }
  for (const row of await tx.delete(siteCredentials).where(eq(siteCredentials.userId, from)).returning()) {
    const session = secrets.open(row, siteSignInContext(from, row.site));
    if (session === null) continue;
    const moved = { ...row, userId: to, ...secrets.seal(session, siteSignInContext(to, row.site)) };
    await tx.insert(siteCredentials).values(moved).onConflictDoNothing();
  }
}
