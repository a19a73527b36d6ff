import type { Translated } from '#i18n/words.ts';
import type { myData as zh } from './zh.ts';

export const myData = {
  title: 'My data',
  lead: 'Take everything with you, import it elsewhere, or delete your account completely.',
  loadFailed: 'Couldn’t load your account status.',
  export: {
    title: 'Export',
    text: 'A .zip file with all your items, notes, transcripts, highlights, collections, smart folders, conversations, prompts, your name, settings, picture and uploaded files, with a checksum for each. The history of your time is in it to read; no balance moves. It contains no keys or site sign-ins.',
    action: 'Download all data',
    nothing: 'There is nothing to export yet.',
  },
  import: {
    title: 'Import',
    text: 'Choose a .zip file exported here or on another server. Items and settings you already have stay as they are. If something is wrong with the file, nothing is imported.',
    action: 'Choose an archive',
    sending: 'Uploading the archive',
    running: 'Importing',
    cancel: 'Stop',
    cancelFailed: 'Couldn’t stop.',
    failed: 'Couldn’t import.',
    cancelled: 'The import was stopped. Nothing was changed.',
    done: 'Import finished',
    contents_one: '{{formatted}} new item',
    contents_other: '{{formatted}} new items',
    kept_one: '{{formatted}} you already had',
    kept_other: '{{formatted}} you already had',
    prompts_one: '{{formatted}} prompt',
    prompts_other: '{{formatted}} prompts',
    collections_one: '{{formatted}} collection',
    collections_other: '{{formatted}} collections',
    smartFolders_one: '{{formatted}} smart folder',
    smartFolders_other: '{{formatted}} smart folders',
  },
  deletion: {
    title: 'Delete account',
    text_one:
      'Your account and everything in it will be deleted in {{formatted}} hour. You can change your mind until then; after that it can’t be recovered.',
    text_other:
      'Your account and everything in it will be deleted in {{formatted}} hours. You can change your mind until then; after that it can’t be recovered.',
    field: 'Type “{{word}}” to confirm',
    word: 'delete my account',
    action: 'Delete account and all data',
    failed: 'Couldn’t request the deletion.',
    due: 'Your account will be deleted on {{time}}',
    left: '{{time}} left',
    soon: 'Being deleted',
    dueText: 'Everything will then be permanently deleted, including uploaded files. You can still keep it.',
    keep: 'Keep my account',
    kept: 'Your account stays. Nothing was deleted.',
    keepFailed: 'Couldn’t cancel the deletion.',
  },
} as const satisfies Translated<typeof zh>;
