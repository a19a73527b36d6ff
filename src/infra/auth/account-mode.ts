/**
 * `single`: a server for one person; whoever reaches it is the owner. `open`: anybody may sign up. `invite`: only people with an
 * invitation may sign up.
 */
export const accountModes = ['single', 'open', 'invite'] as const;
export type AccountMode = (typeof accountModes)[number];
