export { smartFolderCondition } from './condition.ts';
