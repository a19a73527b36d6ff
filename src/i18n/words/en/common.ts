import type { Translated } from '../../words.ts';
import type { common as zh } from '../zh/common.ts';

export const common = {
  appName: 'Gleaner',
  untitled: 'Untitled',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  partFailed: 'Couldn’t load this part. Check your connection and try again.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy: the browser blocked the clipboard. Try again, or select the text and copy it yourself.',
  loading: 'Loading',
  open: 'Open',
  remove: 'Remove',
  notifications: 'Notifications',
  until: '{{stage}}, resuming around {{time}}',
  justNow: 'just now',
  errorCode: 'Error code',
  details: 'Details',
  kind: {
    video: 'Video',
    audio: 'Audio',
    page: 'Web page',
    document: 'Document',
    text: 'Text',
    subtitles: 'Subtitles',
  },
  cost: {
    time: 'About {{cost}} of the {{left}} you have left',
    timeAndUnknown: 'About {{cost}}, plus {{unknown}} of unknown length; {{left}} left',
    unknown: 'Length not known until it’s read; {{left}} left',
    nothing: 'Uses none of your time',
    known: 'Already available: uses no time',
    ownKey: 'Your own key: uses none of your time',
    short:
      'Not enough time: this needs about {{cost}}, and you have {{left}}. Activate a license key, or add your own model key.',
    ways: 'Open settings',
    none: '0 min',
  },
  signIn: 'Sign in',
  listSeparator: ', ',
} as const satisfies Translated<typeof zh>;
