/** The scope of a question in an address: `/user/ask?collection=…`, `?smartFolder=…`, `?tag=…`, `?contents=a,b`. */
import { tagLength } from '#features/library/shared/library-address.ts';
import { contentTypes } from '#lib/content-type.ts';
import { askLimits } from '#lib/input-limits.ts';

const flags = ['highlighted', 'notInCollection', 'favorited', 'todo', 'watchLater'] as const;

export type Scope = {
  type?: (typeof contentTypes)[number];
  tag?: string;
  smartFolder?: string;
  collection?: string;
  contents?: string[];
} & { [Flag in (typeof flags)[number]]?: boolean };

/** `id`: the open answer. */
export const askAddressNames = ['id', 'type', 'tag', 'smartFolder', 'collection', 'contents', ...flags] as const;
export type AskAddress = { [Name in (typeof askAddressNames)[number]]?: string };

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function pickAskAddress(search: Record<string, unknown>): AskAddress {
  return Object.fromEntries(
    askAddressNames.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
}

/** Invalid values are ignored. */
export function scopeOf(address: AskAddress): Scope {
  const { type, tag, smartFolder, collection } = address;
  const known = contentTypes.find((one) => one === type);
  const ids = [...new Set((address.contents ?? '').split(',').filter((id) => uuid.test(id)))].slice(0, askLimits.contents);
  return {
    ...(known ? { type: known } : {}),
    ...(tag !== undefined && tag.length <= tagLength ? { tag } : {}),
    ...(smartFolder !== undefined && uuid.test(smartFolder) ? { smartFolder } : {}),
    ...(collection !== undefined && uuid.test(collection) ? { collection } : ids.length > 0 ? { contents: ids } : {}),
    ...Object.fromEntries(flags.flatMap((flag) => (address[flag] === 'true' ? [[flag, true]] : []))),
  };
}

export function addressOf({ contents, ...scope }: Scope): AskAddress {
  return {
    ...Object.fromEntries(Object.entries(scope).map(([name, value]) => [name, String(value)])),
    ...(contents ? { contents: contents.join(',') } : {}),
  };
}

export type ScopeKind = 'library' | 'filter' | 'collection' | 'smartFolder' | 'selection';

export function kindOf(scope: Scope): ScopeKind {
  if (scope.collection !== undefined) return 'collection';
  if (scope.contents !== undefined) return 'selection';
  if (scope.smartFolder !== undefined) return 'smartFolder';
  return Object.keys(scope).length === 0 ? 'library' : 'filter';
}
