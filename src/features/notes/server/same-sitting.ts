/** Edits of one sitting share a version of the history. */
import type { Tx } from '#db/client.ts';
import { lostLetters } from './lost-letters.ts';
import { insertVersion, type Version } from './note-store.ts';

const SAME_SITTING_MS = 15 * 60_000;
/** In letters, about a paragraph: the user may want such a loss back. */
const muchLost = 200;

/** Whether `before` is only an intermediate state of this edit. */
export function isSameSitting(before: Version, note: string, now: Date): boolean {
  return isOpen(before, now) && lostLetters(before.markdown, note) < muchLost;
}

/** Whether the next edit may replace this version. */
function isOpen(version: Version, now: Date): boolean {
  return version.method === 'edited' && now.getTime() - version.createdAt.getTime() < SAME_SITTING_MS;
}

/** The id of the earlier version, or of a copy if the next edit may replace the earlier one. */
export async function versionIdToKeep(tx: Tx, { id, ...version }: Version, now: Date): Promise<string> {
  return isOpen({ id, ...version }, now) ? insertVersion(tx, { ...version, createdAt: now }) : id;
}
