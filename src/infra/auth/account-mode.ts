/** `single`: no sign-in, every visitor is the owner. `open`: anybody may sign up. `invite`: sign-up needs an invitation. */
export const accountModes = ['single', 'open', 'invite'] as const;
export type AccountMode = (typeof accountModes)[number];
