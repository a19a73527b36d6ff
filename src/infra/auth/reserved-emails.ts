/** Below it are the addresses that the server itself gives: to the owner, and to whoever has none of their own. It receives no mail. */
export const reservedDomain = 'gleaner.invalid';

export function isReservedEmail(email: string): boolean {
  const domain = email.trim().toLowerCase().split('@').at(-1) ?? '';
  return domain === reservedDomain || domain.endsWith(`.${reservedDomain}`);
}
