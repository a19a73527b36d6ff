import type { Translated } from '#web/i18n/translated.ts';
import type { library as zh } from '#web/i18n/zh/library.ts';

export const library = {
  title: 'Summary records',
  count_one: '{{formatted}} record',
  count_other: '{{formatted}} records',
  list: 'List of summary records',
  status: {
    processing: 'In progress, {{percent}}',
    queued: 'In progress',
    failed: 'Not finished',
    failedHint: 'Open it to summarize again.',
    cancelled: 'Cancelled',
    cancelledHint: 'Open it to summarize again.',
    slowHint: 'If nothing moves for long, open it, cancel, and summarize again.',
    noSubtitles: 'No subtitles',
  },
  updated: 'Updated {{time}}',
  tags: 'Tags',
  emptyTitle: 'No summary records yet',
  empty: 'Paste a link or drop in a file, and the note will be kept here.',
  emptyAction: 'Make the first one',
  failed: 'The summary records could not be read.',
  moreFailed: 'The records that follow could not be read.',
  loadingMore: 'Reading more records',
} as const satisfies Translated<typeof zh>;
