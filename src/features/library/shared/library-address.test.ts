import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentTypes } from '#lib/content-type.ts';
import {
  changeAddress,
  type LibraryAddress,
  largestPage,
  pickAddress,
  readAddress,
  viewTypes,
  writeAddress,
} from './library-address.ts';
import { pageSizes } from './page-sizes.ts';
import { sorts } from './sorts.ts';

const nothing: LibraryAddress = {
  view: null,
  type: null,
  unknownType: null,
  tag: null,
  smartFolder: null,
  highlighted: false,
  notInCollection: false,
  todo: false,
  playlist: false,
  watchLater: false,
  search: '',
  inTranscripts: false,
  sort: null,
  page: null,
  pageSize: 30,
  paid: false,
};
const uuid = '0b1d5c3e-9a51-4c1f-8a55-0d8f3e6a7b21';

test('LIB-04 an address says every part of what is shown', () => {
  expect(readAddress({})).toEqual({ address: nothing, invalid: [] });
  const raw = {
    viewType: 'table',
    type: 'audio',
    tag: '#river',
    smartFolder: uuid.toUpperCase(),
    highlighted: 'true',
    notInCollection: '1',
    todo: 'false',
    search: '  水 ',
    sort: 'title-asc',
    jumpToPage: '3',
    pageSize: '50',
    pay: 'success',
    playlist: '1',
    watchLater: 'true',
  };
  expect(readAddress(raw)).toEqual({
    address: {
      view: 'table',
      type: 'audio',
      unknownType: null,
      tag: 'river',
      smartFolder: uuid,
      highlighted: true,
      notInCollection: true,
      todo: false,
      playlist: true,
      watchLater: true,
      search: '水',
      sort: 'title-asc',
      page: 3,
      pageSize: 50,
      paid: true,
      inTranscripts: false,
    },
    invalid: [],
  });
});

test('LIB-04 pages have older names too, one of which counts from 0', () => {
  expect(readAddress({ jumpPage: '4' }).address.page).toBe(4);
  expect(readAddress({ pageIndex: '0' }).address.page).toBe(1);
  expect(readAddress({ pageIndex: '9', jumpToPage: '2' }).address.page).toBe(2);
});

test('LIB-06 a page beyond every list is one past the last page, not invalid', () => {
  expect(readAddress({ jumpToPage: '2000000' })).toEqual({ address: { ...nothing, page: 2_000_000 }, invalid: [] });
  expect(readAddress({ jumpToPage: '9'.repeat(40) })).toEqual({ address: { ...nothing, page: largestPage }, invalid: [] });
});

test('LIB-06 another order or page size stays in the page mode at its first page, another filter leaves it', () => {
  const address = { ...nothing, page: 7 };
  expect(changeAddress(address, { pageSize: 50 })).toMatchObject({ page: 1, pageSize: 50 });
  expect(changeAddress(address, { sort: null })).toMatchObject({ page: 1 });
  expect(changeAddress(address, { page: 4 })).toMatchObject({ page: 4 });
  expect(changeAddress(address, { tag: 'x' })).toMatchObject({ page: null, tag: 'x' });
  expect(changeAddress(nothing, { pageSize: 50 })).toMatchObject({ page: null });
});

test.each([
  ['viewType', 'wall'],
  ['tag', '   '],
  ['tag', 'x'.repeat(1001)],
  ['smartFolder', 'mine'],
  ['highlighted', 'yes'],
  ['notInCollection', '2'],
  ['todo', 'open'],
  ['search', 'x'.repeat(201)],
  ['sort', 'title'],
  ['sort', 'title-up'],
  ['sort', 'cover-asc'],
  ['jumpToPage', '0'],
  ['jumpToPage', '-1'],
  ['jumpPage', '1.5'],
  ['pageIndex', 'first'],
  ['pageSize', '31'],
  ['transcripts', 'maybe'],
  ['playlist', 'x'],
  ['pay', 'x'],
] as const)('LIB-04 %s=%s is invalid and counts as not said', (name, value) => {
  expect(readAddress({ [name]: value })).toEqual({ address: nothing, invalid: [name] });
});

test('LIB-23 a type that is unknown is kept for the page to tell', () => {
  expect(readAddress({ type: 'podcasts' })).toEqual({ address: { ...nothing, unknownType: 'podcasts' }, invalid: [] });
});

test('LIB-04 what was read is written back, whatever it is', () => {
  const address = fc
    .record<LibraryAddress>({
      view: fc.constantFrom(null, ...viewTypes),
      type: fc.constantFrom(null, ...contentTypes),
      unknownType: fc.constant(null),
      tag: fc.constantFrom(null, '水', 'a/b', 'favorited'),
      smartFolder: fc.constantFrom(null, uuid),
      highlighted: fc.boolean(),
      notInCollection: fc.boolean(),
      todo: fc.boolean(),
      playlist: fc.boolean(),
      watchLater: fc.boolean(),
      search: fc.string({ maxLength: 200 }).map((text) => text.trim()),
      inTranscripts: fc.boolean(),
      sort: fc.constantFrom(null, ...sorts),
      page: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
      pageSize: fc.constantFrom(...pageSizes),
      paid: fc.constant(false),
    })
    // Without a watch-later list, its filter is ignored.
    .map((one) => ({ ...one, watchLater: one.playlist && one.watchLater }));
  fc.assert(
    fc.property(address, (wanted) => {
      expect(readAddress(writeAddress(wanted))).toEqual({ address: wanted, invalid: [] });
    }),
  );
});

test('LIB-04 any other parameter is left out', () => {
  expect(pickAddress({ type: 'audio', utm_source: 'x', tag: '', pageSize: 50, highlighted: 'true' })).toEqual({
    type: 'audio',
    highlighted: 'true',
  });
});

test('LIB-04 an address says things up to their limits, and one thing at a time', () => {
  const said = (raw: Parameters<typeof readAddress>[0]) => {
    const { address, invalid } = readAddress(raw);
    expect(invalid).toEqual([]);
    return Object.fromEntries(Object.entries(address).filter(([name, value]) => value !== nothing[name as keyof LibraryAddress]));
  };
  expect(said({ tag: 'x'.repeat(1000) })).toEqual({ tag: 'x'.repeat(1000) });
  expect(said({ tag: ' #river ' })).toEqual({ tag: 'river' });
  expect(said({ tag: '#' })).toEqual({});
  expect(said({ search: 'x'.repeat(200) })).toEqual({ search: 'x'.repeat(200) });
  expect(said({ highlighted: '0', todo: 'true', notInCollection: 'false', transcripts: '1' })).toEqual({
    todo: true,
    inTranscripts: true,
  });
  expect(said({ playlist: '0', watchLater: '1' })).toEqual({});
  expect(said({ playlist: '1' })).toEqual({ playlist: true });
  expect(said({ jumpToPage: '1' })).toEqual({ page: 1 });
  expect(said({ jumpPage: '7', pageIndex: '2' })).toEqual({ page: 7 });
  expect(said({ pageIndex: '9'.repeat(30) })).toEqual({ page: largestPage + 1 });
  expect(said({ pageSize: '30' })).toEqual({});
  expect(said({ sort: '', viewType: 'list' })).toEqual({ view: 'list' });
});

test('LIB-04 an address leaves out what goes without saying', () => {
  expect(writeAddress(nothing)).toEqual({});
  expect(writeAddress({ ...nothing, unknownType: 'podcasts', page: 1, pageSize: 100 })).toEqual({
    ...{ type: 'podcasts', jumpToPage: '1', pageSize: '100' },
  });
  expect(changeAddress({ ...nothing, page: 7 }, { pageSize: 50, tag: 'x' })).toMatchObject({ page: null });
  expect(changeAddress({ ...nothing, page: 7 }, { sort: null, pageSize: 50 })).toMatchObject({ page: 1 });
});

/** Ids that are almost one: a group too long, too short, of other letters, or with something around it. */
const almostIds = [
  ...[`x${uuid}`, `${uuid}x`, ` ${uuid}`, uuid.slice(1), uuid.slice(0, -1), uuid.replaceAll('-', '')],
  ...[0, 9, 14, 19, 24].flatMap((at) => [
    `${uuid.slice(0, at)}g${uuid.slice(at + 1)}`,
    `${uuid.slice(0, at)}0${uuid.slice(at)}`,
    `${uuid.slice(0, at)}${uuid.slice(at + 1)}`,
  ]),
];
test.each(almostIds)('LIB-04 %s is no folder', (smartFolder) => {
  expect(readAddress({ smartFolder })).toEqual({ address: nothing, invalid: ['smartFolder'] });
});

test.each(['1x', 'x1', '1 ', '+1', '１', '1e3', '0x1'])('LIB-04 %s is no page', (jumpToPage) => {
  expect(readAddress({ jumpToPage })).toEqual({ address: nothing, invalid: ['jumpToPage'] });
});

test('LIB-04 a tag loses its sign where it begins with one, and only the first', () => {
  expect(['##a', 'a#b', '#水'].map((tag) => readAddress({ tag }).address.tag)).toEqual(['#a', 'a#b', '水']);
});
