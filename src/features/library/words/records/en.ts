import type { Translated } from '#i18n/words.ts';
import type { records as zh } from './zh.ts';

export const records = {
  types: {
    label: 'Filter by type',
    all: 'All',
    longVideo: 'Long videos',
    shortVideo: 'Short videos',
    audio: 'Audio',
    online: 'Web pages and documents',
    local: 'Local files',
    withCount: '{{name}}, {{formatted}}',
  },
  noneOfType: 'No items of this type yet',
  noneOfTypeHint: 'Choose another type, or view all items.',
  unknownType: 'Unknown type',
  unknownTypeHint: 'The type in the address doesn’t exist, so nothing was loaded.',
  showAll: 'View all',
} as const satisfies Translated<typeof zh>;
