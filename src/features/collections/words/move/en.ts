import type { Translated } from '#i18n/words.ts';
import type { collectionMoves as zh } from './zh.ts';

export const collectionMoves = {
  action: 'Move to collection',
  one: 'Move “{{title}}” to another collection',
  menu: 'Move to which collection',
  showAll: 'Show all {{formatted}}',
  loading: 'Loading collections',
  failed: 'Couldn’t load collections.',
  none: 'No collections yet.',
  create: 'New collection…',
  save: 'Create and move',
  moved_one: 'Moved {{formatted}} item to “{{name}}”',
  moved_other: 'Moved {{formatted}} items to “{{name}}”',
  partly: 'Moved {{added}} to “{{name}}”; {{skipped}} were already there or no longer exist',
  already: 'Already in “{{name}}”',
  alreadyLeft: 'Already in “{{name}}”; taken out of the other collection',
  moveFailed: 'Couldn’t move to “{{name}}”. Try again later.',
  gone: 'Couldn’t move to “{{name}}”: the collection or the items were deleted.',
  createFailed: 'Couldn’t create “{{name}}”.',
  undo: 'Undo',
  undoFailed: 'Couldn’t undo that.',
  retry: 'Try again',
} as const satisfies Translated<typeof zh>;
