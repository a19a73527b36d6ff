/** Tokens stand in the query, because only paths are logged. */
export const feedPath = (token: string) => `/api/channels/digest.atom?token=${token}`;
export const endMailsPath = (token: string) => `/api/channels/digest/unsubscribe?token=${token}`;
export const digestPath = (week: string) => `/user/digest?week=${week}`;
