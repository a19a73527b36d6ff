import type { Changes } from '#rpc/stale-queries.ts';

const ofFeatures = import.meta.glob<Changes>('../features/*/changes.ts', { eager: true, import: 'changes' });

/** The queries that each mutation makes out of date, as declared by the features. `task.cancel` belongs to no feature. */
export const changes: Changes = Object.assign({ 'task.cancel': [] }, ...Object.values(ofFeatures));
