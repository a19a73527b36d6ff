import type { Translated } from '#i18n/words.ts';
import type { home as zh } from './zh.ts';

export const home = {
  heading: 'Turn long things into notes you can check',
  lead: 'Video, audio, web pages and documents. Every point of the note leads back to its source.',
  modelNote: 'Written by {{model}}',
  extractiveNote: 'No model configured: notes are made of sentences from the source',
} as const satisfies Translated<typeof zh>;
