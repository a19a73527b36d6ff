/** In bytes for a file, in characters for a call: over 20,000 feeds. */
export const longestOpml = 4 * 1024 ** 2;
