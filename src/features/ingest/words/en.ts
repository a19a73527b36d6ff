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
  },
  field: 'Paste a link, or drop files',
  fieldHint: 'Several links at once are fine, and so is a share message with a link in it.',
  chooseFiles: 'Choose files',
  start: 'Summarize',
  startMany_one: 'Summarize {{count}} item',
  startMany_other: 'Summarize {{count}} items',
  starting: 'Submitting',
  clear: 'Clear',
  dropHere: 'Let go to upload these files',
  preview: {
    title: 'What was recognized',
    looking: 'Looking',
    none: 'There is no link in this. Paste an address that starts with http:// or https://, or choose a file.',
    existing: 'Already in your records',
    existingRunning: 'Already being worked on',
    tryAnyway: 'Try anyway',
    tooLong: 'That is too much text; up to {{limit}} characters fit. Keep only the links.',
    tooMany: 'Up to {{limit}} items go in at once; the first {{limit}} will be submitted.',
    pick: 'Pick items',
    failed: 'It could not be looked at.',
  },
  submitFailed: 'Nothing was submitted.',
  submitted_one: '{{count}} item submitted',
  submitted_other: '{{count}} items submitted',
} as const satisfies Translated<typeof zh>;
