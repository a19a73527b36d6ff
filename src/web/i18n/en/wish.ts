import type { Translated } from '#web/i18n/translated.ts';
import type { wish as zh } from '#web/i18n/zh/wish.ts';

export const wish = {
  detail: 'Detail',
  language: 'Note language',
  details: { brief: 'Brief', standard: 'Standard', detailed: 'Detailed' },
} as const satisfies Translated<typeof zh>;
