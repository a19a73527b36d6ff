import type { Translated } from '#i18n/words.ts';
import type { speech as zh } from './zh.ts';

export const speech = {
  title: 'Speech recognition',
  intro:
    'A recording without subtitles is first turned into text on this server, then into a note. Models are fetched only when they are needed, and the sound never leaves the server.',
  service: 'This server uses a speech service ({{service}}) for recordings; the models below are not used.',
  notManageable: 'The models of this server are looked after by its administrator; here they can only be seen.',
  failed: 'The list of models could not be read',
  list: 'Recognition models',
  manyLanguages: 'About a hundred languages',
  licence: 'Licence: {{name}}',
  recommended: 'Recommended',
  states: {
    installed: 'Installed',
    fetching: 'Fetching',
    checking: 'Checking',
    partial: 'Not complete',
  },
  progress: 'Fetching {{name}}',
  line: {
    fetching: '{{done}} of {{total}}',
    fetchingAt: '{{done}} of {{total}} · {{speed}} per second',
    checking: '{{done}} are here and are being checked',
    partial: '{{done}} of {{total}} are here; fetching goes on from there',
  },
  announce: {
    installed: '{{name}} is ready',
    stopped: '{{name}} was not fetched completely',
  },
  actions: {
    fetch: 'Fetch',
    fetchName: 'Fetch {{name}}',
    resume: 'Go on',
    resumeName: 'Go on fetching {{name}}',
    cancel: 'Stop',
    cancelName: 'Stop fetching {{name}}',
    remove: 'Remove',
    removeName: 'Remove {{name}}',
  },
  confirmRemove: {
    title: 'Remove {{name}}?',
    message: 'This frees {{size}} on the disk. Nobody on this server can use the model then; it can be fetched again.',
  },
  import: {
    title: 'Import from a folder',
    message:
      'Where fetching does not work, get the model files on another machine, put them into this folder of the server and import them. Every byte is checked.',
    folder: 'Import folder',
    action: 'Import',
    done: 'Imported: {{names}}',
  },
} as const satisfies Translated<typeof zh>;
