import type { Translated } from '#i18n/words.ts';
import type { exports as zh } from './zh.ts';

export const exports = {
  menu: 'Export',
  markdown: 'Markdown file',
  obsidian: 'Send to Obsidian',
  logseq: 'Send to Logseq',
  mail: 'Send by email',
  share: 'Share to another app…',
  handedOver: 'Sent to {{app}}',
  handedOverHint: 'Nothing happened? Make sure {{app}} is installed on this device.',
  mailApp: 'the mail app',
  obsidianCopied: 'Copied and sent to Obsidian',
  obsidianCopiedHint:
    'The note is long, so Obsidian reads it from the clipboard. Nothing happened? Make sure Obsidian is installed on this device.',
  copied: 'Copied; {{app}} is open',
  copiedHint: 'The note is too long for a link, so paste it in {{app}}.',
  pasteHere: '(The full text is on your clipboard: paste it here)',
  shareFailed: 'Couldn’t share.',
  downloadNote: 'Note ({{format}})',
  exportFailed: 'Couldn’t export the file.',
} as const satisfies Translated<typeof zh>;
