/** Data that a browser keeps of one user besides the session. Signing out removes it. */
const prefix = 'gleaner.of-user.';

export function userTraceKey(userId: string, name: string): string {
  return `${prefix}${userId}.${name}`;
}

/** The keys of this name of all users of this browser. Throws without storage. */
export function userTraceKeys(name: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix) && key.endsWith(`.${name}`));
}

export function userOfTrace(key: string, name: string): string {
  return key.slice(prefix.length, -(name.length + 1));
}

export function forgetUserTraces(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // No storage, no traces.
  }
}
