/** `L12`, `L12-L18, L30`, `L3至L5、L9`. Unambiguous, so that a failed match takes linear time; no groups. */
const between = String.raw`(?:[-–—~～至到,，;；、]|\.\.)`;
export const lineList = String.raw`L\s*\d+(?:(?:\s*${between}\s*(?:L\s*)?|\s*L\s*|\s+)\d+)*`;
