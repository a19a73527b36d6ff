export { createBatch, dropEmptyBatch } from './batches.ts';
export { blockedUntil as siteBlockedUntil } from './site-turns/turns.ts';
export { type Started, startWork } from './start-work.ts';
