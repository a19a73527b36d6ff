export { forgetOldUses, modelIdFor, openModel, openPaidModel, takeModelTurn } from './model-use.ts';
export { forgetExpiredReservations, requireBudget } from './server-budget.ts';
export { takeSubmission } from './take-submission.ts';
export { createTaskMeter } from './task-meter.ts';
