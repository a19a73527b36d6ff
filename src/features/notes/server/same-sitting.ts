/** Edits of one sitting share a version. */
import type { Tx } from '#db/client.ts';
import { lostLetters } from './lost-letters.ts';
import { insertVersion, type Version } from './note-store.ts';

const SAME_SITTING_MS = 15 * 60_000;
/** About a paragraph: such a loss may be regretted. */
const muchLost = 200;

/** An intermediate state of this edit. */
export function isSameSitting(before: Version, note: string, now: Date): boolean {
  return isOpen(before, now) && lostLetters(before.markdown, note) < muchLost;
}

/** Whether the next edit may replace it. */
function isOpen(version: Version, now: Date): boolean {
  return version.method === 'edited' && now.getTime() - version.createdAt.getTime() < SAME_SITTING_MS;
}

/** The earlier version, or a copy when the next edit would replace it. */
export async function versionIdToKeep(tx: Tx, { id, ...version }: Version, now: Date): Promise<string> {
  return isOpen({ id, ...version }, now) ? insertVersion(tx, { ...version, createdAt: now }) : id;
}
