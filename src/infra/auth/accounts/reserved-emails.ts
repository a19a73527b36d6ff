/** Domain of the addresses that the server assigns to the owner and to users without an address. It receives no mail. */
export const reservedDomain = 'gleaner.invalid';

export function isReservedEmail(email: string): boolean {
  const domain = email.trim().toLowerCase().split('@').at(-1) ?? '';
  return domain === reservedDomain || domain.endsWith(`.${reservedDomain}`);
}
