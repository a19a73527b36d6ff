import { skipToken, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Folder, FolderSearch, Globe, Hash, type LucideIcon, Rss, TrendingUp } from 'lucide-react';
import { useCollections } from '#features/collections/ui/use-collections.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { useTRPC } from '#rpc/client.tsx';
import { hasAllWords } from './marked.tsx';

const mostOfKind = 5;
/** The server's limit. */
const longestPublicSearch = 100;

type Kind = 'collections' | 'folders' | 'tags' | 'channels' | 'public' | 'popular';
type Place = { id: string; name: string; go: () => void };
export type PlaceGroup = { kind: Kind; icon: LucideIcon; places: readonly Place[] };

/** `asked`: the words sent to the server, which equal the typed ones as soon as typing pauses. */
export function usePlaces(keyword: string, asked: string): { groups: PlaceGroup[]; searchPublic: () => void } {
  const trpc = useTRPC();
  const navigate = useNavigate();
  const wanted = asked !== '';
  const signedIn = useQuery(trpc.account.me.queryOptions()).data?.user != null;
  const own = { enabled: wanted && signedIn };
  const collections = useCollections().data ?? [];
  const folders = useQuery(trpc.smartFolder.list.queryOptions(undefined, own)).data ?? [];
  const tags = useQuery(trpc.user.tags.queryOptions(undefined, own)).data?.tags ?? [];
  const channels = useQuery(trpc.channel.subscriptions.queryOptions(undefined, own)).data ?? [];
  const publicGroups = usePublicPlaces(keyword, asked, new Set(collections.map(({ id }) => id)));
  const group = groupFor(keyword);
  const groups = [
    group(
      'collections',
      Folder,
      collections.map(({ id, slug, name }) => ({
        id,
        name,
        go: () => void navigate({ to: '/user/collections/$id', params: { id: slug } }),
      })),
    ),
    group(
      'folders',
      FolderSearch,
      folders.map(({ id, name }) => ({
        id,
        name,
        go: () => void navigate({ to: '/user/videos', search: { smartFolder: id } }),
      })),
    ),
    group(
      'tags',
      Hash,
      tags
        .filter(({ tag }) => tag !== favoriteTag)
        .map(({ tag }) => ({ id: tag, name: tag, go: () => void navigate({ to: '/user/videos', search: { tag } }) })),
    ),
    group(
      'channels',
      Rss,
      channels.map(({ id, title }) => ({
        id,
        name: title,
        go: () => void navigate({ to: '/user/channels', search: { channel: id } }),
      })),
    ),
    ...publicGroups,
  ];
  return {
    groups: groups.filter(({ places }) => places.length > 0),
    searchPublic: () =>
      void navigate({ to: '/user/collections', search: { tab: 'public', search: keyword.slice(0, longestPublicSearch) } }),
  };
}

const groupFor =
  (keyword: string) =>
  (kind: Kind, icon: LucideIcon, places: readonly Place[]): PlaceGroup => ({
    kind,
    icon,
    places: keyword === '' ? [] : places.filter(({ name }) => hasAllWords(name, keyword)).slice(0, mostOfKind),
  });

/** Public collections of others, and popular contents. `mine`: the ids of the user's own collections. */
function usePublicPlaces(keyword: string, asked: string, mine: ReadonlySet<string>): PlaceGroup[] {
  const trpc = useTRPC();
  const navigate = useNavigate();
  const wanted = asked !== '';
  const search = asked.slice(0, longestPublicSearch);
  const found = useQuery(trpc.public.collections.queryOptions(wanted ? { search, limit: mostOfKind } : skipToken)).data;
  const popular = useQuery(trpc.explore.popular.queryOptions(undefined, { enabled: wanted })).data?.items ?? [];
  const group = groupFor(keyword);
  return [
    {
      kind: 'public' as const,
      icon: Globe,
      // Includes those with the words in a description or in their contents.
      places:
        asked !== keyword
          ? []
          : (found?.collections ?? [])
              .filter(({ id }) => !mine.has(id))
              .map(({ id, slug, name }) => ({
                id,
                name,
                go: () => void navigate({ to: '/user/collections/$id', params: { id: slug } }),
              })),
    },
    group(
      'popular',
      TrendingUp,
      popular.map(({ id, title, url, shelf, existing }) => ({
        id,
        name: title,
        go: () => {
          if (existing) void navigate({ to: '/content/$contentId', params: { contentId: existing.contentId } });
          // A page rendered by the server, outside this interface.
          else if (shelf) location.assign(shelf.item_path);
          // Asks before it is added.
          else void navigate({ to: '/add', search: { url } });
        },
      })),
    ),
  ];
}
