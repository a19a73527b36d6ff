import type { Translated } from '#i18n/words.ts';
import type { speech as zh } from './zh.ts';

export const speech = {
  title: 'Speech recognition',
  intro:
    'Recordings without subtitles are transcribed on this server before the note is written. Models are downloaded only when needed, and audio never leaves the server.',
  service: 'This server uses a speech service ({{service}}) to transcribe recordings; the models below aren’t used.',
  notManageable: 'Models are managed by your administrator. You can only view them here.',
  failed: 'Couldn’t load the list of models',
  list: 'Speech models',
  manyLanguages: 'About a hundred languages',
  licence: 'License: {{name}}',
  recommended: 'Recommended',
  states: {
    installed: 'Installed',
    fetching: 'Downloading',
    checking: 'Verifying',
    partial: 'Incomplete',
  },
  progress: 'Download of {{name}}',
  line: {
    fetching: '{{done}} of {{total}}',
    fetchingAt: '{{done}} of {{total}} · {{speed}}/s',
    checking: 'Verifying {{done}}',
    partial: '{{done}} of {{total}} downloaded; resume to continue',
  },
  announce: {
    installed: '{{name}} is ready',
    stopped: '{{name}} wasn’t fully downloaded',
  },
  actions: {
    fetch: 'Download',
    fetchName: 'Download {{name}}',
    resume: 'Resume',
    resumeName: 'Resume download of {{name}}',
    cancel: 'Stop',
    cancelName: 'Stop download of {{name}}',
    remove: 'Delete',
    removeName: 'Delete {{name}}',
  },
  confirmRemove: {
    title: 'Delete {{name}}?',
    message: 'This frees {{size}} of disk space. Nobody on this server can use the model until it’s downloaded again.',
  },
  import: {
    title: 'Import from a folder',
    message:
      'If downloading doesn’t work, get the model files on another machine, put them in this folder on the server, and import them. Every byte is verified.',
    folder: 'Import folder',
    action: 'Import',
    done: 'Imported: {{names}}',
  },
} as const satisfies Translated<typeof zh>;
