import { userTraceKey, userTraceKeys } from './user-traces.ts';

export type RecentPick = { contentId: string; title: string };

const most = 5;
const name = 'palette';

/** The contents that this user last opened from the search, newest first. */
export function recentPicks(userId: string): readonly RecentPick[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(userTraceKey(userId, name)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPick).slice(0, most) : [];
  } catch {
    return [];
  }
}

export function rememberPick(userId: string, { contentId, title }: RecentPick): void {
  const others = recentPicks(userId).filter((pick) => pick.contentId !== contentId);
  try {
    localStorage.setItem(userTraceKey(userId, name), JSON.stringify([{ contentId, title }, ...others].slice(0, most)));
  } catch {
    // Without storage nothing is recent.
  }
}

export function forgetPicks(contentIds: readonly string[]): void {
  const gone = new Set(contentIds);
  try {
    for (const key of userTraceKeys(name)) {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
      const picks = Array.isArray(kept) ? kept.filter(isPick) : [];
      const left = picks.filter(({ contentId }) => !gone.has(contentId));
      if (left.length < picks.length) localStorage.setItem(key, JSON.stringify(left));
    }
  } catch {
    // Without storage nothing is recent.
  }
}

function isPick(value: unknown): value is RecentPick {
  const { contentId, title } = (value ?? {}) as Partial<Record<keyof RecentPick, unknown>>;
  return typeof contentId === 'string' && typeof title === 'string';
}
