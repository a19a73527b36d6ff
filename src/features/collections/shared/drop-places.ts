export const newCollectionPlace = 'new-collection';
export const collectionPlace = (id: string) => `collection:${id}`;

const orderPlaces = (collectionId: string) => `order:${collectionId}:`;

/** The drop place of a content within its collection. */
export const orderPlace = (collectionId: string, contentId: string) => `${orderPlaces(collectionId)}${contentId}`;

/** The content of such a place; null for other places. */
export function contentAtPlace(collectionId: string, place: string): string | null {
  const start = orderPlaces(collectionId);
  return place.startsWith(start) ? place.slice(start.length) : null;
}
