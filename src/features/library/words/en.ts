import type { Translated } from '#i18n/words.ts';
import type { library as zh } from './zh.ts';

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
  recent: {
    title: 'Recent notes',
    all: 'All records',
    emptyTitle: 'No notes yet',
    empty: 'Paste a link above, or drop in a video, a recording, subtitles or a document.',
    failed: 'The recent notes could not be read.',
  },
  sidebar: {
    title: 'Recent',
    empty: 'No summaries yet. Paste a link and the first note will show up here.',
    failed: 'The recent records could not be read.',
    processing: 'In progress',
    failedItem: 'Not finished',
  },
} as const satisfies Translated<typeof zh>;
