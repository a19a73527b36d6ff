export const newCollectionPlace = 'new-collection';
export const collectionPlace = (id: string) => `collection:${id}`;

const orderPlaces = (collectionId: string) => `order:${collectionId}:`;

export const orderPlace = (collectionId: string, contentId: string) => `${orderPlaces(collectionId)}${contentId}`;

export function contentAtPlace(collectionId: string, place: string): string | null {
  const start = orderPlaces(collectionId);
  return place.startsWith(start) ? place.slice(start.length) : null;
}
