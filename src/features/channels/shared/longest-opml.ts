/** In characters; 500 feeds have about a tenth of it. */
export const longestOpml = 500_000;
