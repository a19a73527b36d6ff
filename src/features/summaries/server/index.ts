/** What other features may call. */
export { cancelBatch, createBatch, dropEmptyBatch } from './batches.ts';
export { blockedUntil as siteBlockedUntil } from './site-limits/site-pace.ts';
export { type Started, startWork } from './start-work.ts';
