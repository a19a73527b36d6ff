import type { Translated } from '#i18n/words.ts';
import type { drag as zh } from './zh.ts';

export const drag = {
  one: '“{{title}}”',
  many_one: '{{formatted}} item',
  many_other: '{{formatted}} items',
  begins: 'Begins with {{what}}',
  taken: 'Picked up {{what}}.',
  takenByKeys: 'Picked up {{what}}. Choose a place with the arrow keys; Enter drops it, Escape cancels.',
  over: 'Drop on: {{name}}',
  dropped: 'Dropped on: {{name}}',
  calledOff: 'Canceled. Nothing was changed.',
  places: 'Drop on…',
  marks: 'Favorites and tags',
  favorite: 'Favorites',
} as const satisfies Translated<typeof zh>;
