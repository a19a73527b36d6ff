import type { Translated } from '#i18n/words.ts';
import type { tagBatch as zh } from './zh.ts';

export const tagBatch = {
  action: 'Add tag',
  title: 'Add a tag to the selected notes',
  field: 'New tag',
  confirm: 'Add',
  done_one: 'Tagged {{formatted}} note.',
  done_other: 'Tagged {{formatted}} notes.',
  left: '{{already}} had this tag already, {{withoutNote}} have no note.',
  failed: 'Couldn’t add the tag.',
} as const satisfies Translated<typeof zh>;
