import { describe, expect, it } from 'vitest';
import { collectionPlace } from '#features/collections/shared/drop-places.ts';
import { dropActionOf, favoritePlace, newCollectionPlace, tagPlace } from './drop-place-ids.ts';

describe('dropActionOf', () => {
  it('COL-04 tells the places apart', () => {
    expect(dropActionOf(newCollectionPlace)).toEqual({ kind: 'new' });
    expect(dropActionOf(collectionPlace('0b5f'))).toEqual({ kind: 'collection', id: '0b5f' });
    expect(dropActionOf(tagPlace('河流/a:b'))).toEqual({ kind: 'tag', tag: '河流/a:b' });
    expect(dropActionOf(favoritePlace)).toEqual({ kind: 'tag', tag: 'favorited' });
    expect(dropActionOf('elsewhere')).toBeNull();
  });
});
