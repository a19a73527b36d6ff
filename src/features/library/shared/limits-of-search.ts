export const longestKeyword = 200;
export const mostFound = 1000;
/** For a list under a search field, in each group. */
export const mostQuicklyFound = 20;
