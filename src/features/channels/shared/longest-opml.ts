/** In characters, about ten times what 500 feeds take. */
export const longestOpml = 500_000;
