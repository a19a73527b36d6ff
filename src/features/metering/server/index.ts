export { processedSeconds, reservedSeconds } from '../shared/processed-time.ts';
export { remainingTime } from './account-view.ts';
export { balancesOf, changeBalance } from './correct-balance.ts';
export { createLicenseBatch, listLicenseBatches, type NewLicenseBatch, revokeLicenseBatch } from './license-batches.ts';
export { moveBoughtTime } from './move-bought-time.ts';
export { readRole } from './read-role.ts';
export { beginReferral, settleReferral } from './referrals.ts';
export { reservedMoney, reserveMoney, settleMoney } from './task-money.ts';
export { leaveTask, measureTime, reserveTime, settleTime } from './task-time.ts';
