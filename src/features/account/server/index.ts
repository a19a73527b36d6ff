/** What other features may call. */
export { ownModelIdOf } from './model-key.ts';
export { type ModelWork, modelIdFor, openModel, openPaidModel, takeModelTurn } from './model-use.ts';
export { requireBudget } from './server-budget.ts';
export { siteCredentialOf } from './site-sign-ins.ts';
