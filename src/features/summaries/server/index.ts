export { createBatch, dropEmptyBatch } from './batches.ts';
export { blockedUntil as siteBlockedUntil } from './site-queue/site-queue.ts';
export { type Started, startWork } from './start-work.ts';
