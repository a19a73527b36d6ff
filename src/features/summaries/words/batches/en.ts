import type { Translated } from '#i18n/words.ts';
import type { batches as zh } from './zh.ts';

export const batches = {
  progress: '{{done}} of {{total}}',
  label: 'Progress of {{title}}',
  active_one: '{{count}} in progress',
  active_other: '{{count}} in progress',
  failed_one: '{{count}} failed',
  failed_other: '{{count}} failed',
  until: 'Going easy on the site, on again at about {{time}}',
  waiting: 'Queued',
  cancel: 'Cancel the remaining {{number}}',
  confirm: 'Cancel the remaining {{number}} of “{{title}}”?',
  confirmText: 'Finished notes stay. Cancelled items can be summarized again later.',
  keep: 'Keep going',
  cancelled_one: '{{count}} item cancelled',
  cancelled_other: '{{count}} items cancelled',
  cancelFailed: 'They could not be cancelled.',
} as const satisfies Translated<typeof zh>;
