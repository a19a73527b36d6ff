import type { Translated } from '#web/i18n/translated.ts';
import type { exports as zh } from '#web/i18n/zh/exports.ts';

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
} satisfies Translated<typeof zh>;
