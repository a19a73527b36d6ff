/** A `membership` entry returns at once what a member's charge took. */
export const entryCauses = ['grant', 'charge', 'membership', 'expiry', 'correction'] as const;
export const entryReasons = ['starting', 'refill', 'referral', 'license', 'admin', 'merge'] as const;
