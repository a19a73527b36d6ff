export const longestKeyword = 200;
/** A search for a single Chinese character looks through the notes of so many contents, the newest. */
export const mostLookedThroughForOne = 5000;
export const mostFound = 1000;
/** The most results per group in the list under a search field. */
export const mostQuicklyFound = 20;
