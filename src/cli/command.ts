/** Exit codes of the command line, documented in the README and kept stable. */
export const exitCodes = { done: 0, wrongUse: 2, inputNotUsable: 3, providerFailed: 4 } as const;

/** Thrown for wrong arguments: usage goes to stderr and the exit code is 2. */
export class UsageError extends Error {}

export type Command = (args: string[]) => Promise<void>;
