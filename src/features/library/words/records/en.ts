import type { Translated } from '#i18n/words.ts';
import type { records as zh } from './zh.ts';

export const records = {
  types: {
    label: 'Filter by type',
    all: 'All',
    longVideo: 'Long videos',
    shortVideo: 'Short videos',
    audio: 'Audio',
    online: 'Pages and documents',
    local: 'Own files',
    withCount: '{{name}}, {{formatted}}',
  },
  noneOfType: 'No records of this type yet',
  noneOfTypeHint: 'Choose another type, or see all records.',
  unknownType: 'There is no such type',
  unknownTypeHint: 'The type in the address is not known, so the list was not read.',
  showAll: 'Show all',
} as const satisfies Translated<typeof zh>;
