export const newCollectionPlace = 'new-collection';
export const collectionPlace = (id: string) => `collection:${id}`;
