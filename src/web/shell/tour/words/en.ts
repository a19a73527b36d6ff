import type { Translated } from '#i18n/words.ts';
import type { tour as zh } from './zh.ts';

export const tour = {
  welcome: 'Welcome to Gleaner',
  lead: 'Take half a minute to see how a link or a file becomes a note you can check. You can take the tour again from “Keyboard shortcuts”.',
  leadTouch:
    'Take half a minute to see how a link or a file becomes a note you can check. You can take the tour again from the menu at the bottom of the sidebar.',
  start: 'Start',
  skip: 'Skip',
  previous: 'Back',
  next: 'Next',
  finish: 'Done',
  steps: {
    input: {
      title: 'Paste links or text',
      text: 'Links to videos, podcasts and web pages all work, several at a time. You can also paste a whole text.',
    },
    upload: {
      title: 'Upload your own files',
      text: 'Choose or drop audio, video, subtitles or documents. They stay on the computer that runs Gleaner.',
    },
    action: {
      title: 'Choose and start',
      text: 'Pick how detailed the note is and its language, then start. Every line of it leads back to its source.',
    },
    'main-nav': {
      title: 'Find your way around',
      text: 'New summaries, search, your library by type, prompts and highlights are all here.',
    },
    'secondary-nav': {
      title: 'Collections and recent items',
      text: 'Keep related items together in collections, and reopen recent ones. Scroll for older ones.',
    },
  },
} as const satisfies Translated<typeof zh>;
