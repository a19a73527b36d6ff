import type { Translated } from '#i18n/words.ts';
import type { exportBatch as zh } from './zh.ts';

export const exportBatch = {
  action: 'Export',
  forMembers: ' (members)',
  tooMany: 'You can export {{most}} items at a time. Select fewer.',
  saving_one: 'Exporting {{formatted}} item.',
  saving_other: 'Exporting {{formatted}} items.',
  byBrowser: 'Your browser is saving it. You can leave this page.',
  failed: 'The export failed.',
  upgrade: {
    title: 'This format is for members',
    text: 'Members can export selected notes as PDF, Word, OPML, EPUB or Anki cards at once, and have unlimited time. Markdown, HTML, JSON and subtitles are for everyone.',
    later: 'Not now',
    action: 'See time and license keys',
  },
} as const satisfies Translated<typeof zh>;
