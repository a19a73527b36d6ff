import type { Translated } from '#web/i18n/translated.ts';
import type { wish as zh } from '#web/i18n/zh/wish.ts';

export const wish = {
  options: 'Note options: {{detail}}, {{language}}',
  detail: 'Detail',
  language: 'Note language',
  details: { brief: 'Brief', standard: 'Standard', detailed: 'Detailed' },
  hints: { brief: 'Only what matters most', standard: 'Two to six points a section', detailed: 'Examples and numbers too' },
} as const satisfies Translated<typeof zh>;
