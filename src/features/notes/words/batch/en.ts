import type { Translated } from '#i18n/words.ts';
import type { tagBatch as zh, noteTodos as zhTodos } from './zh.ts';

export const tagBatch = {
  action: 'Add tag',
  title: 'Add a tag to the selected notes',
  field: 'New tag',
  confirm: 'Add',
  noTag: 'A tag needs a letter or a digit.',
  becomes: 'Written as #{{tag}}',
  done_one: 'Tagged {{formatted}} note.',
  done_other: 'Tagged {{formatted}} notes.',
  left: '{{already}} had this tag already, {{withoutNote}} have no note.',
  failed: 'Couldn’t add the tag.',
  starred_one: 'Added {{formatted}} note to favorites.',
  starred_other: 'Added {{formatted}} notes to favorites.',
  leftUnstarred: '{{already}} were favorites already, {{withoutNote}} have no note.',
  starFailed: 'Couldn’t add to favorites.',
  leftChosen: 'Left out, tagged already or without a note: {{formatted}}.',
  progress: 'Adding tag: {{done}} of {{total}}',
  stopped: 'Not all notes got the tag.',
  undone_one: 'Undone in {{formatted}} note.',
  undone_other: 'Undone in {{formatted}} notes.',
  undo: 'Undo',
  undoFailed: 'Couldn’t undo that.',
  retry: 'Try again',
} as const satisfies Translated<typeof zh>;

export const noteTodos = {
  open_one: 'To-dos: {{title}}, {{formatted}} not done',
  open_other: 'To-dos: {{title}}, {{formatted}} not done',
  title: 'To-dos',
  done: 'Done: {{words}}',
  notDone: 'Not done: {{words}}',
  undo: 'Undo',
} as const satisfies Translated<typeof zhTodos>;
