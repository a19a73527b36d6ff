export const roles = ['guest', 'user', 'paid', 'lifetime', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What an account stores; the role follows from it and from the current time. */
export type RoleFacts = { isAnonymous: boolean; isAdmin: boolean; isLifetime: boolean; paidUntil: Date | null };

export function roleOf({ isAnonymous, isAdmin, isLifetime, paidUntil }: RoleFacts, now: Date): Role {
  if (isAnonymous) return 'guest';
  if (isAdmin) return 'admin';
  if (isLifetime) return 'lifetime';
  return paidUntil !== null && paidUntil > now ? 'paid' : 'user';
}

const members: readonly Role[] = ['paid', 'lifetime', 'admin'];
const signedIn: readonly Role[] = ['user', ...members];

const permissions = {
  administer: ['admin'],
  batchSummarise: signedIn,
  addPlaylist: signedIn,
  changeUsername: signedIn,
  activateLicense: signedIn,
  /** Keeps language and theme the same on all devices; a guest has only one. */
  keepPreferences: signedIn,
  /** Publishing needs an account, so that its owner can be reached. */
  publish: signedIn,
  exportProFormats: members,
  /** Time is counted but never runs out. */
  unlimitedTime: members,
  /** A balance in money, which pays for the server's own model. */
  holdApiBalance: members,
  seePromotions: ['guest', 'user', 'paid'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

export function may(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}
