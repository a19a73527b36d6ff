import type { Translated } from '#i18n/words.ts';
import type { watchLater as zh } from './zh.ts';

export const watchLater = {
  add: 'Watch later: {{title}}',
  remove: 'Remove from Watch later: {{title}}',
  added: 'Added to Watch later',
  removed: 'Removed from Watch later',
  undo: 'Undo',
  failed: 'Couldn’t change Watch later.',
  link: {
    title: 'Add link',
    question: 'Summarize this link?',
    hint: 'Nothing starts before you confirm.',
    none: 'There is no link to add',
    noneHint: 'The address must contain a complete web address, for example /add?url=https://example.com/video',
    looking: 'Checking the link',
    known: 'It’s already in your library.',
    open: 'Open note',
    start: 'Summarize',
    queue: 'Add to queue',
    later: 'Watch later',
    cancel: 'No, thanks',
    queued: 'Added to the queue',
    failed: 'Couldn’t add this link.',
    previewFailed: 'No preview available. {{reason}}',
  },
} as const satisfies Translated<typeof zh>;
