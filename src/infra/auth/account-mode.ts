/** `single`: one person; whoever reaches it is the owner. `open`: anybody may sign up. `invite`: only with an invitation. */
export const accountModes = ['single', 'open', 'invite'] as const;
export type AccountMode = (typeof accountModes)[number];
