/** The library's filters as SQL conditions on `contents`. `all` includes the owner. */
import { and, arrayContains, eq, gt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { collectionItems } from '#db/schema/collections.ts';
import { contents } from '#db/schema/content.ts';
import { userContentHighlights } from '#db/schema/highlights.ts';
import { watchLater } from '#db/schema/watch-later.ts';
import { hasAllTags, smartFolderCondition } from '#features/smart-folders/server/index.ts';
import type { ContentType } from '#lib/content-type.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import type { LibraryFilters } from '../contract.ts';

const switches = {
  highlighted: sql`exists (select 1 from ${userContentHighlights} marked where marked.user_id = ${contents.userId} and marked.content_id = ${contents.id} and marked.deleted_at is null)`,
  notInCollection: sql`not exists (select 1 from ${collectionItems} item where item.user_id = ${contents.userId} and item.content_id = ${contents.id})`,
  favorited: arrayContains(contents.noteTags, [favoriteTag]),
  todo: gt(contents.openTodos, 0),
  watchLater: sql`exists (select 1 from ${watchLater} kept where kept.user_id = ${contents.userId} and kept.content_id = ${contents.id})`,
} satisfies Partial<Record<keyof LibraryFilters, SQL>>;
type Switch = keyof typeof switches;
const switchNames = Object.keys(switches) as Switch[];

/** Filters whose condition depends only on which of them are set: all but smart folders. */
export type UsualFilters = Omit<LibraryFilters, 'smartFolder'>;
export type FilterForm = Record<'typed' | 'tagged' | Switch, boolean>;

export function filterFormOf({ type, tag, ...on }: UsualFilters): FilterForm {
  return {
    typed: type !== undefined,
    tagged: tag !== undefined,
    highlighted: on.highlighted ?? false,
    notInCollection: on.notInCollection ?? false,
    favorited: on.favorited ?? false,
    todo: on.todo ?? false,
    watchLater: on.watchLater ?? false,
  };
}

export const isBeyondType = (form: FilterForm): boolean => form.tagged || switchNames.some((name) => form[name]);

type Told = {
  userId: string | Placeholder;
  type: ContentType | Placeholder | undefined;
  tags: readonly string[] | Placeholder;
};

function conditionsOf(form: FilterForm, { userId, type, tags }: Told): SQL[] {
  return [
    eq(contents.userId, userId),
    ...(form.typed && type !== undefined ? [eq(contents.contentType, type)] : []),
    ...(form.tagged ? [hasAllTags(tags)] : []),
    ...switchNames.filter((name) => form[name]).map((name) => switches[name]),
  ];
}

/** `beyondType`: filters other than the type are set, so the counts per type do not give the total. Errors: `not_found`. */
export async function conditionOf(
  executor: Executor,
  userId: string,
  { smartFolder, ...usual }: LibraryFilters,
): Promise<{ all: SQL | undefined; beyondType: boolean }> {
  const form = filterFormOf(usual);
  const folder = smartFolder === undefined ? undefined : await smartFolderCondition(executor, userId, smartFolder);
  return {
    all: and(...conditionsOf(form, { userId, type: usual.type, tags: tagsOf(usual) }), folder),
    beyondType: folder !== undefined || isBeyondType(form),
  };
}

/** With placeholders for the owner, the type and the tag, whose values are those of `filterValuesOf`. */
export function conditionTold(form: FilterForm): SQL | undefined {
  const told = { userId: sql.placeholder('userId'), type: sql.placeholder('type'), tags: sql.placeholder('tags') };
  return and(...conditionsOf(form, told));
}

const tagsOf = ({ tag }: UsualFilters): string[] => (tag === undefined ? [] : [tag]);

export const filterValuesOf = (filters: UsualFilters): { type: ContentType | undefined; tags: string[] } => ({
  type: filters.type,
  tags: tagsOf(filters),
});
