import type { Translated } from '#i18n/words.ts';
import type { palette as zh } from './zh.ts';

export const palette = {
  title: 'Search everything',
  placeholder: 'Search titles, notes, transcripts and collections, or type a command',
  recent: 'Recently opened',
  contents: 'Your library',
  collections: 'Collections',
  commands: 'Commands',
  go: 'Go to {{name}}',
  theme: 'Appearance: {{name}}',
  language: 'Language: {{name}}',
  shortcuts: 'Keyboard shortcuts',
  signOut: 'Sign out',
  searching: 'Searching',
  failed: 'The search didn’t work. Commands and collections still do.',
  retry: 'Try again',
  none: 'Nothing found for “{{keyword}}”',
  noneHint: 'Try other words, or fewer of them.',
  found_one: '{{formatted}} result',
  found_other: '{{formatted}} results',
  at: 'At {{time}}',
  hintMove: 'Select',
  hintOpen: 'Open',
  hintClose: 'Close',
} as const satisfies Translated<typeof zh>;
