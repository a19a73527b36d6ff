export { smartFolderCondition, smartFolderName } from './condition.ts';
