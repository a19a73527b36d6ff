export { smartFolderCondition, smartFolderName } from './condition.ts';
export { foldersWithTag, renameTagOfFolders, restoreTagOfFolders } from './renamed-tags.ts';
export { hasAllTags } from './tags.ts';
