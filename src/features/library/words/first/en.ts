import type { Translated } from '#i18n/words.ts';
import type { library as zh } from './zh.ts';

export const library = {
  title: 'Library',
  count_one: '{{formatted}} item',
  count_other: '{{formatted}} items',
  list: 'Items in your library',
  status: {
    processing: 'In progress, {{percent}}',
    queued: 'In progress',
    failed: 'Not finished',
    failedHint: 'Open it to summarize again.',
    cancelled: 'Canceled',
    cancelledHint: 'Open it to summarize again.',
    slowHint: 'If nothing happens for a long time, open it, cancel, and summarize again.',
    noSubtitles: 'No subtitles',
  },
  updated: 'Updated {{time}}',
  tags: 'Tags',
  favorite: 'Favorite',
  highlights_one: '{{formatted}} highlight',
  highlights_other: '{{formatted}} highlights',
  emptyTitle: 'Your library is empty',
  empty: 'Paste a link or choose a file on the home page. Your notes are kept here.',
  emptyAction: 'Create your first note',
  failed: 'Couldn’t load your library.',
  moreFailed: 'Couldn’t load more items.',
  loadingMore: 'Loading more items',
  recent: {
    title: 'Recent notes',
    all: 'View all',
    emptyTitle: 'No notes yet',
    empty: 'Paste a link above, or choose a video, audio, subtitle or document file.',
    failed: 'Couldn’t load recent notes.',
  },
  sidebar: {
    title: 'Recent',
    empty: 'Nothing here yet. Paste a link, and your first note shows up here.',
    failed: 'Couldn’t load recent items.',
    processing: 'In progress',
    failedItem: 'Not finished',
  },
} as const satisfies Translated<typeof zh>;
