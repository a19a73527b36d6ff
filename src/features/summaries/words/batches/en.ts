import type { Translated } from '#i18n/words.ts';
import type { batches as zh } from './zh.ts';

export const batches = {
  missingNotes: 'Batch summary',
  progress: '{{done}} of {{total}}',
  label: 'Progress of {{title}}',
  active_one: '{{count}} in progress',
  active_other: '{{count}} in progress',
  failed_one: '{{count}} failed',
  failed_other: '{{count}} failed',
  until: 'Pausing to go easy on the site, resuming around {{time}}',
  waiting: 'Queued',
  cancel: 'Cancel the remaining {{number}}',
  confirm: 'Cancel the remaining {{number}} of “{{title}}”?',
  confirmText: 'Finished notes stay. You can summarize the canceled items later.',
  keep: 'Keep going',
  cancelled_one: '{{count}} item canceled',
  cancelled_other: '{{count}} items canceled',
  cancelFailed: 'Couldn’t cancel.',
} as const satisfies Translated<typeof zh>;
