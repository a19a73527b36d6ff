import type { Translated } from '#i18n/words.ts';
import type { home as zh } from './zh.ts';

export const home = {
  heading: 'Turn long content into notes you can check',
  lead: 'Video, audio, web pages and documents. Every point links back to its source.',
  modelNote: 'Notes are written by {{model}}',
  extractiveNote: 'No model set up: notes are made of sentences from the source, in its own language.',
  setModel: 'Set up a model',
  sample: 'Try it with a short text',
  sampleFailed: 'Couldn’t load the text.',
} as const satisfies Translated<typeof zh>;
