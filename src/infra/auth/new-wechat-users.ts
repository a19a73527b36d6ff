import type { Db } from '#db/client.ts';
import { type JoinAccounts, linkWeChatIdentity, storeWeChatIdentity, type WeChatIdentity } from './wechat-identity.ts';

const mostNewIdentities = 1000;

/** All ids of a new WeChat user: better-auth stores only the one to sign in with, once it has made the account. */
export function rememberNewWeChatUsers({ db, joinAccounts }: { db: Db; joinAccounts: JoinAccounts }, most = mostNewIdentities) {
  const fresh = new Map<string, WeChatIdentity>();
  return {
    async identify(identity: WeChatIdentity): Promise<string> {
      const { subject, isKnown } = await linkWeChatIdentity(db, identity, joinAccounts);
      if (isKnown) return subject;
      if (fresh.size >= most) fresh.clear();
      fresh.set(`${identity.provider} ${subject}`, identity);
      return subject;
    },
    async storeAll({ providerId, accountId, userId }: { providerId: string; accountId: string; userId: string }): Promise<void> {
      const identity = fresh.get(`${providerId} ${accountId}`);
      if (identity === undefined) return;
      fresh.delete(`${providerId} ${accountId}`);
      await storeWeChatIdentity(db, userId, identity);
    },
  };
}

export type NewWeChatUsers = ReturnType<typeof rememberNewWeChatUsers>;
