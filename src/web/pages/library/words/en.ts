import type { Translated } from '#i18n/words.ts';
import type { libraryPage as zh } from './zh.ts';

export const libraryPage = {
  signedInAs: 'Signed in as {{name}}',
  owner: 'This server is just for you.',
  guest: 'You’re a guest: your library and your time live in this browser only.',
  signIn: 'Sign in',
  loadingHelp: 'Opening',
  helpLead:
    'A summary in progress reserves time. When it’s done, only what was actually read is used, and the rest is returned. A license key adds time; notes written with your own model key use none.',
  history: 'See all changes',
  downloadSubtitles: 'Download subtitles (SRT)',
  downloadArticle: 'Download article (Markdown)',
  downloadFailed: 'Couldn’t download it.',
} as const satisfies Translated<typeof zh>;
