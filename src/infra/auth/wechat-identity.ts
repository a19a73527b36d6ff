import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { account } from '#db/schema/auth.ts';

const providers = ['wechat', 'wechat-app'];

/**
 * A person has one `openid` per application and, if the operator has linked the applications, one `unionid` for all. Every id
 * seen is stored, so that both lead to the same account. Returns the id to sign in with.
 */
export async function linkWeChatIdentity(
  db: Db,
  { provider, openid, unionid }: { provider: string; openid: string; unionid: string | null },
): Promise<string> {
  if (openid === '') throw new Error('WeChat named no openid');
  const ids = unionid === null ? [openid] : [unionid, openid];
  return db.transaction(async (tx) => {
    const known = await tx
      .select({ userId: account.userId, accountId: account.accountId, providerId: account.providerId })
      .from(account)
      .where(and(inArray(account.providerId, providers), inArray(account.accountId, ids)))
      .orderBy(asc(account.createdAt), asc(account.id));
    const [first] = known;
    const subject = ids[0] ?? openid;
    if (!first) return subject;
    for (const id of ids) {
      if (known.some((row) => row.accountId === id && row.providerId === provider)) continue;
      await tx.insert(account).values({ id: randomUUID(), userId: first.userId, providerId: provider, accountId: id });
    }
    // If the ids belong to two accounts from before the applications were linked, the older account is used.
    await tx
      .update(account)
      .set({ userId: first.userId })
      .where(and(eq(account.providerId, provider), inArray(account.accountId, ids)));
    return subject;
  });
}
