/** Text that is not saved yet, kept in this browser: a closed tab or a lost connection costs nothing. */

const prefix = 'gleaner:draft:';

export type Draft = {
  /** The version it was made from. */
  baseVersionId: string | null;
  text: string;
  /** What was on its way to the server: when the note is that, it was this browser that wrote it. */
  sent?: string;
};

export function readDraft(contentId: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + contentId) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('text' in stored) || !('baseVersionId' in stored)) return null;
    const { text, baseVersionId } = stored;
    if (typeof text !== 'string' || (typeof baseVersionId !== 'string' && baseVersionId !== null)) return null;
    return { text, baseVersionId, ...('sent' in stored && typeof stored.sent === 'string' ? { sent: stored.sent } : {}) };
  } catch {
    return null;
  }
}

export function keepDraft(contentId: string, draft: Draft): void {
  try {
    localStorage.setItem(prefix + contentId, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing still edits; the server has everything up to the last pause.
  }
}

/** Forgets the draft when it still says `text`: another tab may have kept its own there, which nobody else has. */
export function dropDraft(contentId: string, text: string): void {
  try {
    if (readDraft(contentId)?.text === text) localStorage.removeItem(prefix + contentId);
  } catch {
    // What cannot be kept needs not be forgotten.
  }
}
