import type { Translated } from '#i18n/words.ts';
import type { uploads as zh } from './zh.ts';

export const uploads = {
  title: 'Uploads',
  queued: 'Queued',
  uploading: '{{done}} of {{total}}, {{speed}}/s',
  starting: '{{done}} of {{total}}',
  waiting: 'Connection lost, reconnecting. What’s uploaded is kept.',
  paused: 'Paused, {{done}} of {{total}}',
  finishing: 'Uploaded, starting to summarize',
  done: 'Uploaded',
  failed: 'Upload not finished',
  pause: 'Pause {{name}}',
  resume: 'Resume {{name}}',
  cancel: 'Cancel {{name}}',
  retry: 'Retry {{name}}',
  withWords: '{{name}} with {{wordsName}}',
  wordsFailed: 'Couldn’t use {{wordsName}}.',
  retryWithoutWords: 'Retry without {{wordsName}}',
  leftOut: '{{name}} gets its words from {{wordsName}}. Not used: {{others}}',
  open: 'Open',
  tooLarge: '{{name}} is {{size}}, over the {{limit}} limit. Convert it to audio, or split it and upload the parts.',
  empty: '{{name}} is empty, so there’s nothing to summarize.',
  progress: 'Upload of {{name}}',
} as const satisfies Translated<typeof zh>;
