/** Deletes what this browser stores of a content (unsaved text, pending ticks, layout). */
export function forgetKept(contentId: string): void {
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      for (const key of Object.keys(window[storage]))
        if (key.startsWith('gleaner') && key.endsWith(contentId)) window[storage].removeItem(key);
    } catch {
      // Storage may be unavailable.
    }
  }
}
