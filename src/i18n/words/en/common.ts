import type { Translated } from '../../words.ts';
import type { common as zh } from '../zh/common.ts';

export const common = {
  appName: 'Gleaner',
  untitled: 'Untitled summary',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  partFailed: 'This part could not be loaded. Check the connection and try again.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Nothing was copied: the browser kept the clipboard closed. Try again, or select the text and copy it by hand.',
  loading: 'Loading',
  open: 'Open',
  remove: 'Remove',
  notifications: 'Notifications',
  until: '{{stage}}, on again at about {{time}}',
  justNow: 'just now',
  errorCode: 'Error code',
  kind: {
    video: 'Video',
    audio: 'Audio',
    page: 'Web page',
    document: 'Document',
    subtitles: 'Subtitles',
  },
  listSeparator: ', ',
} as const satisfies Translated<typeof zh>;
