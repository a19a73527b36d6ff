/**
 * The names of lines inside a reference: `L12`, `L12-L18, L30`, `L3至L5、L9`. Source of a regular expression without
 * groups, for the flags `i` and `iu`. There is one way only to read a text by it, so that a list that turns out to be
 * none costs as much time as it has characters, not as many tries as it can be split.
 */
const between = String.raw`(?:[-–—~～至到,，;；、]|\.\.)`;
export const lineList = String.raw`L\s*\d+(?:(?:\s*${between}\s*(?:L\s*)?|\s*L\s*|\s+)\d+)*`;
