/** What this browser keeps of a content (words not saved yet, ticks on their way, its layout) goes when the content goes. */
export function forgetKept(contentId: string): void {
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      for (const key of Object.keys(window[storage]))
        if (key.startsWith('gleaner') && key.endsWith(contentId)) window[storage].removeItem(key);
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }
}
