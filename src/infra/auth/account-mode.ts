/**
 * `single`: one person's server, whoever reaches it is the owner. `open`: anybody may sign up. `invite`: those with an
 * invitation may.
 */
export const accountModes = ['single', 'open', 'invite'] as const;
export type AccountMode = (typeof accountModes)[number];
