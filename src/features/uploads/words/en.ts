import type { Translated } from '#i18n/words.ts';
import type { uploads as zh } from './zh.ts';

export const uploads = {
  title: 'Uploads',
  queued: 'Waiting its turn',
  uploading: '{{done}} of {{total}}, {{speed}} per second',
  starting: '{{done}} of {{total}}',
  waiting: 'Connection lost, reconnecting. What was sent is kept.',
  paused: 'Paused at {{done}} of {{total}}',
  finishing: 'Uploaded, starting the summary',
  done: 'Uploaded',
  failed: 'Not finished',
  pause: 'Pause {{name}}',
  resume: 'Resume {{name}}',
  cancel: 'Cancel {{name}}',
  retry: 'Try {{name}} again',
  open: 'Open note',
  tooLarge: '{{name}} is {{size}}, over the limit of {{limit}}. Convert it to audio, or cut it into parts, and upload those.',
  empty: '{{name}} is an empty file; there is nothing in it to summarize.',
  progress: 'Upload of {{name}}',
} as const satisfies Translated<typeof zh>;
