export const longestKeyword = 200;
export const mostFound = 1000;
/** The most results per group in the list under a search field. */
export const mostQuicklyFound = 20;
