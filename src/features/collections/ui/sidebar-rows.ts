/** How many rows the sidebar's collections took the last time, so that what stands below is at its place from the start. */
const key = 'gleaner.sidebar-collections';

/** Three collections and the button for the rest. */
const mostRows = 4;

/** Null where nothing is remembered: a first visit, or a browser that keeps nothing. */
export function rememberedRows(): number | null {
  try {
    const stored = localStorage.getItem(key);
    const rows = stored === null ? Number.NaN : Number(stored);
    return Number.isInteger(rows) && rows >= 1 && rows <= mostRows ? rows : null;
  } catch {
    return null;
  }
}

export function rememberRows(collections: number): void {
  try {
    localStorage.setItem(key, String(Math.min(mostRows, Math.max(1, collections))));
  } catch {
    // A browser that keeps nothing: the sidebar moves once.
  }
}
