export { forgetOldUses, modelIdFor, openModel, openPaidModel, takeModelTurn } from './model-use.ts';
export { forgetExpiredReservations } from './server-budget.ts';
export { createTaskMeter } from './task-meter.ts';
