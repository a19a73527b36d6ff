/** Ticks that the server is not known to have, kept in this tab of the browser: a page that comes back says them again. */
import type { TaskRef } from '#lib/note-tasks.ts';

export type Tick = TaskRef & { done: boolean };

const prefix = 'gleaner:ticks:';

export function readTicks(contentId: string): Tick[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(prefix + contentId) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isTick) : [];
  } catch {
    return [];
  }
}

export function keepTicks(contentId: string, ticks: readonly Tick[]): void {
  try {
    if (ticks.length === 0) sessionStorage.removeItem(prefix + contentId);
    else sessionStorage.setItem(prefix + contentId, JSON.stringify(ticks));
  } catch {
    // A browser that keeps nothing still sends them.
  }
}

function isTick(value: unknown): value is Tick {
  if (typeof value !== 'object' || value === null || !('line' in value) || !('words' in value) || !('done' in value))
    return false;
  return Number.isInteger(value.line) && typeof value.words === 'string' && typeof value.done === 'boolean';
}
