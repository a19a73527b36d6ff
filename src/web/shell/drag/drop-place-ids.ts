import { collectionPlace, newCollectionPlace } from '#features/collections/shared/drop-places.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';

const tagPlaces = 'tag:';

export { newCollectionPlace };
export const tagPlace = (tag: string) => `${tagPlaces}${tag}`;
export const favoritePlace = tagPlace(favoriteTag);

export type DropAction = { kind: 'new' } | { kind: 'collection'; id: string } | { kind: 'tag'; tag: string };

export function dropActionOf(place: string): DropAction | null {
  if (place === newCollectionPlace) return { kind: 'new' };
  if (place.startsWith(tagPlaces)) return { kind: 'tag', tag: place.slice(tagPlaces.length) };
  const collections = collectionPlace('');
  return place.startsWith(collections) ? { kind: 'collection', id: place.slice(collections.length) } : null;
}
