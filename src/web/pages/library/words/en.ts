import type { Translated } from '#i18n/words.ts';
import type { libraryPage as zh } from './zh.ts';

export const libraryPage = {
  signedInAs: 'Signed in as {{name}}',
  owner: 'This server is just for you.',
  guest: 'You’re a guest: your library and your time live in this browser only.',
  signIn: 'Sign in',
  loadingHelp: 'Opening',
  helpLead:
    'A summary under way holds time back. When it’s done, only what was really read is used, and the rest comes back. A license key adds time; notes written with your own model key use none.',
  history: 'See every change',
} as const satisfies Translated<typeof zh>;
