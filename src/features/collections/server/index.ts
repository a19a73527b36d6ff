export { coversOf } from './covers.ts';
export { setCollectionHidden } from './hide.ts';
export { named, requireOwnedCollection } from './owned.ts';
export { importedSlug } from './slug-store.ts';
