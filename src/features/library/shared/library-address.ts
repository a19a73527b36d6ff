import { type ContentType, contentTypes } from '#lib/content-type.ts';
import { defaultPageSize, pageSizes } from './page-sizes.ts';
import { type Sort, sorts } from './sorts.ts';

export const viewTypes = ['gallery', 'masonry', 'list', 'table'] as const;
export type ViewType = (typeof viewTypes)[number];

/** `pageIndex` counts from 0 and `jumpPage` is an older name of `jumpToPage`: both are read, neither is written. */
export const addressNames = [
  'viewType',
  'type',
  'tag',
  'smartFolder',
  'highlighted',
  'notInCollection',
  'todo',
  'search',
  'transcripts',
  'sort',
  'jumpToPage',
  'jumpPage',
  'pageIndex',
  'pageSize',
  'pay',
  'playlist',
  'watchLater',
] as const;
type AddressName = (typeof addressNames)[number];
export type RawAddress = Partial<Record<AddressName, string>>;

export type LibraryAddress = {
  /** Null: the view that was chosen last. */
  view: ViewType | null;
  type: ContentType | null;
  /** A `type` in the address that does not exist: nothing is listed. */
  unknownType: string | null;
  tag: string | null;
  smartFolder: string | null;
  highlighted: boolean;
  notInCollection: boolean;
  todo: boolean;
  /** Whether this server has a watch-later list. */
  playlist: boolean;
  /** Only contents of the watch-later list; ignored without `playlist`. */
  watchLater: boolean;
  /** Trimmed; empty: no search. */
  search: string;
  inTranscripts: boolean;
  /** Null: newest first; for a search, best first. */
  sort: Sort | null;
  /** From 1; null: one endless list. */
  page: number | null;
  pageSize: (typeof pageSizes)[number];
  paid: boolean;
};

export const searchLength = 200;
/** As the server: a hashtag in a note may be longer than one that is added here. */
export const tagLength = 1000;
/** A number past the last page leads to the last page, so that one beyond the server's limit may stand in the address. */
export const largestPage = 999_999_999_999_999;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export function pickAddress(search: Record<string, unknown>): RawAddress {
  return Object.fromEntries(
    addressNames.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
}

/** Invalid values are dropped and named in `invalid`; an unknown type is kept, so that the page can report it. */
export function readAddress(raw: RawAddress): { address: LibraryAddress; invalid: AddressName[] } {
  const invalid: AddressName[] = [];
  function read<Value>(name: AddressName, parse: (text: string) => Value | null): Value | null {
    const text = raw[name];
    if (text === undefined || text === '') return null;
    const value = parse(text);
    if (value === null) invalid.push(name);
    return value;
  }
  const flag = (name: AddressName): boolean => read(name, flagOf) ?? false;
  const playlist = read('playlist', (text) => (text === '1' ? true : text === '0' ? false : null)) ?? false;
  const type = contentTypes.find((one) => one === raw.type) ?? null;
  const pages = [
    read('jumpToPage', (text) => wholeNumber(text, 1)),
    read('jumpPage', (text) => wholeNumber(text, 1)),
    read('pageIndex', (text) => increased(wholeNumber(text, 0))),
  ];
  const address = {
    view: read('viewType', (text) => viewTypes.find((one) => one === text) ?? null),
    type,
    unknownType: type === null ? (raw.type ?? null) : null,
    tag: read('tag', (text) => (text.trim() !== '' && text.length <= tagLength ? text.trim().replace(/^#/, '') : null)) || null,
    smartFolder: read('smartFolder', (text) => (uuid.test(text) ? text.toLowerCase() : null)),
    highlighted: flag('highlighted'),
    notInCollection: flag('notInCollection'),
    todo: flag('todo'),
    playlist,
    watchLater: playlist && flag('watchLater'),
    search: read('search', (text) => (text.length <= searchLength ? text.trim() : null)) ?? '',
    inTranscripts: flag('transcripts'),
    sort: read('sort', (text) => sorts.find((one) => one === text) ?? null),
    page: pages.find((page) => page !== null) ?? null,
    pageSize: read('pageSize', (text) => pageSizes.find((size) => String(size) === text) ?? null) ?? defaultPageSize,
    paid: read('pay', (text) => (text === 'success' ? true : null)) ?? false,
  };
  return { address, invalid };
}

/** Leaves out defaults, and uses one name per setting, unlike the address that was read. */
export function writeAddress({ unknownType, ...address }: LibraryAddress): RawAddress {
  const said: RawAddress = {};
  if (address.view !== null) said.viewType = address.view;
  const type = address.type ?? unknownType;
  if (type !== null) said.type = type;
  if (address.tag !== null) said.tag = address.tag;
  if (address.smartFolder !== null) said.smartFolder = address.smartFolder;
  if (address.playlist) said.playlist = '1';
  for (const name of ['highlighted', 'notInCollection', 'todo', 'watchLater'] as const) if (address[name]) said[name] = 'true';
  if (address.search !== '') said.search = address.search;
  if (address.inTranscripts) said.transcripts = 'true';
  if (address.sort !== null) said.sort = address.sort;
  if (address.page !== null) said.jumpToPage = String(address.page);
  if (address.pageSize !== defaultPageSize) said.pageSize = String(address.pageSize);
  return said;
}

function flagOf(text: string): boolean | null {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : null;
}

function wholeNumber(text: string, least: number): number | null {
  if (!/^\d+$/.test(text)) return null;
  const value = Math.min(Number(text), largestPage);
  return value >= least ? value : null;
}

const increased = (value: number | null): number | null => (value === null ? null : value + 1);

/** Another order or page size stays in the page mode, at its first page; what changes the list's records leaves it. */
export function changeAddress(address: LibraryAddress, part: Partial<LibraryAddress>): LibraryAddress {
  const isSameList = Object.keys(part).every((name) => name === 'sort' || name === 'pageSize');
  return { ...address, page: isSameList && address.page !== null ? 1 : null, ...part };
}
