/** The model key that this browser keeps, in local storage under the user's id, until it is removed or the user signs out. */
import { useSyncExternalStore } from 'react';
import { userOfTrace, userTraceKey, userTraceKeys } from '#ui/browser/user-traces.ts';
import { callsWithKey, sentKeyHeader, writeSentKey } from '../shared/sent-key.ts';

export type BrowserKey = { provider: string; model: string; keys: string; savedAt: string };
type Owner = { id: string; role: string };
/** `guest`: the key moves to the account that the guest becomes. */
type Stored = BrowserKey & { guest: boolean };

const name = 'model-key';
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function read(at: string): Stored | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(at) ?? 'null');
    return isStored(value) ? value : null;
  } catch {
    return null;
  }
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return ['provider', 'model', 'keys', 'savedAt'].every((field) => typeof fields[field] === 'string');
}

export function browserKeyOf(owner: Owner | null): BrowserKey | null {
  if (owner === null) return null;
  const own = read(userTraceKey(owner.id, name));
  return own ?? (owner.role === 'guest' ? null : takeFromGuest(owner));
}

function takeFromGuest(owner: Owner): BrowserKey | null {
  try {
    for (const at of userTraceKeys(name)) {
      const left = read(at);
      if (!left?.guest) continue;
      localStorage.removeItem(at);
      localStorage.setItem(userTraceKey(owner.id, name), JSON.stringify({ ...left, guest: false }));
      return left;
    }
  } catch {
    // Without storage there is no key.
  }
  return null;
}

/** False without storage. */
export function keepBrowserKey(owner: Owner, key: Omit<BrowserKey, 'savedAt'>): boolean {
  try {
    const stored: Stored = { ...key, savedAt: new Date().toISOString(), guest: owner.role === 'guest' };
    localStorage.setItem(userTraceKey(owner.id, name), JSON.stringify(stored));
  } catch {
    return false;
  }
  tell();
  return true;
}

export function removeBrowserKey(owner: Owner | null): void {
  if (owner === null) return;
  try {
    localStorage.removeItem(userTraceKey(owner.id, name));
  } catch {
    // Without storage there is no key.
  }
  tell();
}

export function modelKeyHeaders(owner: Owner | null, paths: readonly string[]): Record<string, string> {
  if (owner === null) return latestModelHeaders();
  const kept = browserKeyOf(owner);
  if (kept === null) return {};
  const keys = paths.some((path) => callsWithKey.has(path)) ? kept.keys : null;
  return { [sentKeyHeader]: writeSentKey({ userId: owner.id, provider: kept.provider, model: kept.model, keys }) };
}

/** A page's first calls do not know the user yet. They send the latest key's model, which the server uses for its user only. */
function latestModelHeaders(): Record<string, string> {
  try {
    const [latest] = userTraceKeys(name)
      .flatMap((at) => {
        const kept = read(at);
        return kept ? [{ userId: userOfTrace(at, name), ...kept }] : [];
      })
      .sort((a, b) => b.savedAt.localeCompare(a.savedAt));
    if (!latest) return {};
    const { userId, provider, model } = latest;
    return { [sentKeyHeader]: writeSentKey({ userId, provider, model, keys: null }) };
  } catch {
    // Without storage there is no key.
    return {};
  }
}

export function useBrowserKey(owner: Owner | null): BrowserKey | null {
  // The snapshot is a string, which stays equal as long as nothing changes.
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(browserKeyOf(owner)));
  return JSON.parse(text) as BrowserKey | null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
