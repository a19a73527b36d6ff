import type { Translated } from '#i18n/words.ts';
import type { batchSummary as zh } from './zh.ts';

export const batchSummary = {
  start: 'Batch summarize',
  startHint: 'Write notes for items that have a link and no note',
  started_one: 'Summarizing {{count}} item. You can leave this page.',
  started_other: 'Summarizing {{count}} items. You can leave this page.',
  underWay: 'A batch summary is already running.',
  allHaveNotes: 'All items already have notes.',
  nothingToDo: 'There is nothing to summarize.',
  failed: 'Couldn’t start the batch summary.',
  running: 'Summarizing items without notes',
  progress: '{{done}} of {{total}} done',
  cancel: 'Stop',
  cancelFailed: 'Couldn’t stop.',
  loadFailed: 'Couldn’t load the progress of the batch summary.',
  done: 'Batch summary finished',
  stopped: 'Batch summary stopped',
  broken: 'Batch summary was interrupted',
  summarised_one: '{{formatted}} summarized',
  summarised_other: '{{formatted}} summarized',
  skipped_one: '{{formatted}} skipped',
  skipped_other: '{{formatted}} skipped',
  skippedList: 'Skipped items',
  noReason: 'Not finished',
  dismiss: 'Got it',
} as const satisfies Translated<typeof zh>;
