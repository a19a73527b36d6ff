import type { Changes } from '#rpc/stale-queries.ts';

const ofFeatures = import.meta.glob<Changes>('../features/*/changes.ts', { eager: true, import: 'changes' });

/** What each mutation makes out of date, as the features say. Cancelling a task is a call of the frame. */
export const changes: Changes = Object.assign({ 'task.cancel': [] }, ...Object.values(ofFeatures));
