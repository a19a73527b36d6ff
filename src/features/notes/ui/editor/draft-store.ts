const prefix = 'gleaner:draft:';

export type Draft = {
  baseVersionId: string | null;
  text: string;
  /** The text last sent: if the note equals it, this browser wrote the note. */
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
    // Editing works without storage: the server has the text up to the last pause.
  }
}

/** Deletes the draft if it is this text; another tab's draft is stored nowhere else. */
export function dropDraft(contentId: string, text: string): void {
  try {
    if (readDraft(contentId)?.text === text) localStorage.removeItem(prefix + contentId);
  } catch {}
}
