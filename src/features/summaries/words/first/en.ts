import type { Translated } from '#i18n/words.ts';
import type { running as zh } from './zh.ts';

export const running = {
  title: 'In progress',
  cancel: 'Cancel {{title}}',
  cancelled: 'Canceled {{title}}',
  cancelFailed: 'Couldn’t cancel.',
  progress: 'Progress of {{title}}',
  elapsed: '{{time}} elapsed',
  loadFailed: 'Couldn’t load work in progress.',
  more: '{{count}} more',
  fewer: 'Show less',
} as const satisfies Translated<typeof zh>;
