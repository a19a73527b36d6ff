export { forgetOldUses, modelIdFor, openModel, openPaidModel } from './model-use.ts';
export { forgetExpiredReservations } from './server-budget.ts';
export { createTaskMeter } from './task-meter.ts';
