import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { accountContract } from './contract.ts';

export const changes: ChangesOf<typeof accountContract> = {
  'account.ensure': ['account.me'],
  // Another account: the page is loaded anew.
  'account.signUp': [],
  'account.signIn': [],
  'account.signOut': [],
  'account.verifyEmail': [],
  'account.requestReset': [],
  'account.resetPassword': [],
  'account.changePassword': ['account.sessions'],
  'account.startProvider': [],
  'account.endSession': ['account.sessions'],
  'account.endOtherSessions': ['account.sessions'],
  'account.createInvitation': ['account.invitations'],
  'account.deleteInvitation': ['account.invitations'],
  // The caller shows them at once.
  'account.savePreferences': [],
  'user.updateUsername': ['account.me'],
  'user.removeAvatar': ['account.me'],
};
