import type { Translated } from '#i18n/words.ts';
import type { running as zh } from './zh.ts';

export const running = {
  title: 'In progress',
  cancel: 'Cancel {{title}}',
  cancelled: 'Cancelled {{title}}',
  cancelFailed: 'It could not be cancelled.',
  progress: 'Progress of {{title}}',
  elapsed: '{{time}} so far',
  loadFailed: 'The work in progress could not be read.',
  more: '{{count}} more',
  fewer: 'Show fewer',
} as const satisfies Translated<typeof zh>;
