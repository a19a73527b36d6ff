import type { Translated } from '#i18n/words.ts';
import type { ingest as zh } from './zh.ts';

export const ingest = {
  options: {
    detail: 'Detail',
    language: 'Note language',
    details: {
      brief: 'Brief',
      standard: 'Standard',
      detailed: 'Detailed',
    },
    languages: {
      zh: 'Chinese',
      en: 'English',
    },
  },
  field: 'Paste a link or drop files',
  fieldTouch: 'Paste a link or choose files',
  fieldHint: 'Paste one or more links, a share message or a whole text.',
  chooseFiles: 'Choose files',
  start: 'Summarize',
  startMany_one: 'Summarize {{count}} item',
  startMany_other: 'Summarize {{count}} items',
  starting: 'Submitting',
  clear: 'Clear',
  dropHere: 'Drop to upload',
  preview: {
    title: 'Found in your link',
    looking: 'Checking',
    none: 'No link found. Paste an address starting with http:// or https:// or a whole text, or choose a file.',
    shortText: 'This text is too short to summarize: it takes at least {{least}} characters. Or paste a link, or choose a file.',
    existing: 'Already in your library',
    existingRunning: 'Already in progress',
    tryAnyway: 'Try anyway',
    tooLong: 'That’s too long: the limit is {{limit}} characters. Keep only the links.',
    tooMany: 'You can submit up to {{limit}} items at a time; only the first {{limit}} will be submitted.',
    pick: 'Choose items',
    failed: 'Couldn’t load a preview.',
  },
  pasted: {
    facts: 'Pasted text · {{characters}} characters',
    longText: 'This is a long text that also contains links.',
    useText: 'Summarize the text',
    useLinks: 'Summarize its links instead',
  },
  keepsLanguage: 'Without a model, notes are made of sentences from the source, so this one won’t be in {{language}}.',
  submitFailed: 'Couldn’t submit.',
  submitted_one: '{{count}} item submitted',
  submitted_other: '{{count}} items submitted',
} as const satisfies Translated<typeof zh>;
