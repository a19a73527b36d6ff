/** How long a mailed link works: the one that verifies an address, and the one that sets a new password. */
export const linkSeconds = 3600;
