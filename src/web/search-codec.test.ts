import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '#web/search-codec.ts';

test('CON-01 keeps search values as plain text', () => {
  expect(parseSearch('?tab=outline&q=123&x=true')).toEqual({ tab: 'outline', q: '123', x: 'true' });
  expect(stringifySearch({ tab: 'subtitle', page: 2, empty: '', none: undefined })).toBe('?tab=subtitle&page=2');
  expect(stringifySearch({})).toBe('');
});
