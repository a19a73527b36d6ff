import type { Translated } from '#i18n/words.ts';
import type { exports as zh } from './zh.ts';

export const exports = {
  menu: 'Export',
  markdown: 'Markdown file',
  obsidian: 'Send to Obsidian',
  logseq: 'Send to Logseq',
  mail: 'Send by e-mail',
  share: 'Share with another app…',
  handedOver: 'Handed to {{app}}',
  handedOverHint: 'Nothing happened? {{app}} has to be installed on this device.',
  mailApp: 'the mail app',
  obsidianCopied: 'Copied, and handed to Obsidian',
  obsidianCopiedHint:
    'It is long, so Obsidian takes it from the clipboard. Nothing happened? Obsidian has to be installed on this device.',
  copied: 'Copied, and {{app}} opened',
  copiedHint: 'It is too long for a link: paste it in {{app}}.',
  pasteHere: '(The whole text is copied: paste it here)',
  shareFailed: 'Sharing did not work.',
  downloadNote: {
    md: 'Note (Markdown)',
    html: 'Note (web page)',
    pdf: 'Note (PDF)',
    docx: 'Note (Word)',
  },
  exportFailed: 'The file was not exported.',
} as const satisfies Translated<typeof zh>;
