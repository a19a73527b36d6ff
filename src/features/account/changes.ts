import type { ChangesOf } from '#rpc/stale-queries.ts';
import type { accountContract } from './contract.ts';

export const changes: ChangesOf<typeof accountContract> = {
  'account.ensure': ['account.me'],
  // A change of account reloads the page.
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
  // The caller shows the new preferences at once.
  'account.savePreferences': [],
  'user.updateUsername': ['account.me'],
  'user.removeAvatar': ['account.me'],
};
