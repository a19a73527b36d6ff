import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { account, user } from '#db/schema/auth.ts';

const providers = ['wechat', 'wechat-app'];

export type WeChatIdentity = { provider: string; openid: string; unionid: string | null };

/** Moves everything of one account to another, and deletes the first. */
export type JoinAccounts = (ids: { from: string; to: string }) => Promise<void>;

/**
 * A person has one `openid` per application and, if the operator has linked the applications, one `unionid` for all. Every id
 * seen is stored, so that both lead to the same account. Where they led to two accounts from before the applications were linked,
 * these are joined: the older one stays, or an administrator's. `subject`: the id to sign in with. `isKnown`: it has an account.
 */
export async function linkWeChatIdentity(
  db: Db,
  identity: WeChatIdentity,
  join: JoinAccounts,
): Promise<{ subject: string; isKnown: boolean }> {
  if (identity.openid === '') throw new Error('WeChat named no openid');
  const ids = idsOf(identity);
  const subject = ids[0] ?? identity.openid;
  const [userId, ...others] = await usersKnownBy(db, ids);
  if (userId === undefined) return { subject, isKnown: false };
  for (const from of others) {
    const theirs = await identitiesOf(db, from);
    await join({ from, to: userId });
    await storeIds(db, userId, theirs);
  }
  await storeIds(db, userId, identitiesIn(identity));
  return { subject, isKnown: true };
}

/** Call once the account has been made with the id to sign in with. */
export async function storeWeChatIdentity(db: Db, userId: string, identity: WeChatIdentity): Promise<void> {
  await storeIds(db, userId, identitiesIn(identity));
}

const idsOf = ({ openid, unionid }: WeChatIdentity) => (unionid === null ? [openid] : [unionid, openid]);

async function usersKnownBy(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ userId: account.userId })
    .from(account)
    .innerJoin(user, eq(user.id, account.userId))
    .where(and(inArray(account.providerId, providers), inArray(account.accountId, ids)))
    .orderBy(desc(user.isAdmin), asc(account.createdAt), asc(account.id));
  return [...new Set(rows.map((row) => row.userId))];
}

type StoredId = { providerId: string; accountId: string };

const identitiesIn = (identity: WeChatIdentity): StoredId[] =>
  idsOf(identity).map((accountId) => ({ providerId: identity.provider, accountId }));

function identitiesOf(db: Db, userId: string): Promise<StoredId[]> {
  return db
    .select({ providerId: account.providerId, accountId: account.accountId })
    .from(account)
    .where(and(eq(account.userId, userId), inArray(account.providerId, providers)));
}

/** Two sign-ins at once may store the same. */
async function storeIds(db: Db, userId: string, ids: StoredId[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insert(account)
    .values(ids.map((of) => ({ id: randomUUID(), userId, ...of })))
    .onConflictDoNothing({ target: [account.providerId, account.accountId] });
}
