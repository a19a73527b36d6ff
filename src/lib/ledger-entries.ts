/** `membership` gives what a member's charge takes at once. */
export const entryCauses = ['grant', 'charge', 'membership', 'expiry', 'correction'] as const;
export const entryReasons = ['starting', 'refill', 'referral', 'license', 'admin', 'merge'] as const;
