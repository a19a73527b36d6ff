export { takeLibraryQuestion } from './library-question-limit.ts';
export { forgetOldUses } from './model-use.ts';
export { modelIdFor, openModel, openPaidModel } from './open-model.ts';
export { countOutput } from './output-limits.ts';
export { forgetExpiredReservations } from './server-budget.ts';
export { createTaskMeter } from './task-meter.ts';
