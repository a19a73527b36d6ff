/** A role as the log stores it: `admin, paid 2026-12-31`; `user` when none of them applies. */
export type LoggedRole = { isAdmin: boolean; isLifetime: boolean /** `YYYY-MM-DD` (UTC). */; paidUntil: string | null };

export function writeRole({ isAdmin, isLifetime, paidUntil }: LoggedRole): string {
  const parts = [isAdmin && 'admin', isLifetime && 'lifetime', paidUntil !== null && `paid ${paidUntil}`];
  return parts.filter((part) => typeof part === 'string').join(', ') || 'user';
}

export function readRole(text: string): LoggedRole {
  const parts = text.split(', ');
  return {
    isAdmin: parts.includes('admin'),
    isLifetime: parts.includes('lifetime'),
    paidUntil: parts.find((part) => part.startsWith('paid '))?.slice('paid '.length) ?? null,
  };
}
