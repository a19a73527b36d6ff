import {
  BookMarked,
  Compass,
  FolderSearch,
  Highlighter,
  Layers,
  Library,
  type LucideIcon,
  MessageSquareText,
  Rss,
  Search,
  SquarePen,
  Tags,
  TrendingUp,
} from 'lucide-react';
import { type ContentType, contentTypes } from '#lib/content-type.ts';
import type { FileRouteTypes } from '#web/route-tree.gen.ts';

/** Paths of existing pages: a line for one that is missing does not compile. */
export type NavPath = Exclude<FileRouteTypes['to'], `${string}$${string}`>;

export type NavPage = { name: PageName; to: NavPath; icon: LucideIcon };
type PageName =
  | 'smartFolders'
  | 'tags'
  | 'newSummary'
  | 'records'
  | 'ownPrompts'
  | 'officialPrompts'
  | 'highlights'
  | 'channels'
  | 'popular';
export type NavCategory = { type: ContentType };
export type NavBranch = {
  id: 'records' | 'outputs' | 'explore';
  icon: LucideIcon;
  /** Without a path the branch only opens and closes. */
  to?: NavPath;
  children: readonly (NavPage | NavCategory)[];
};
export type NavEntry = NavPage | NavBranch | { action: 'search'; icon: LucideIcon };

/** The sidebar from top to bottom. Add a line for a new page, and an entry with its lines for a new branch. */
export const navTree: readonly NavEntry[] = [
  { name: 'newSummary', to: '/', icon: SquarePen },
  { action: 'search', icon: Search },
  {
    id: 'records',
    to: '/user/videos',
    icon: Library,
    children: [
      ...contentTypes.map((type) => ({ type })),
      { name: 'smartFolders', to: '/user/smart-folders', icon: FolderSearch },
      { name: 'tags', to: '/user/tags', icon: Tags },
    ],
  },
  {
    id: 'outputs',
    icon: Layers,
    children: [
      { name: 'ownPrompts', to: '/user/prompts/custom', icon: MessageSquareText },
      { name: 'officialPrompts', to: '/user/prompts/public', icon: BookMarked },
      { name: 'highlights', to: '/user/outputs/highlight', icon: Highlighter },
    ],
  },
  {
    id: 'explore',
    icon: Compass,
    children: [
      { name: 'channels', to: '/user/channels', icon: Rss },
      { name: 'popular', to: '/popular', icon: TrendingUp },
    ],
  },
];

export type NavPlace = {
  /** The highlighted line: a path, or a path and a type. */
  line: string | null;
  branch: NavBranch['id'] | null;
};

const categoryLine = (type: string) => `/user/videos?type=${type}`;
export const folderLine = (id: string) => `/user/videos?smartFolder=${id}`;
export const lineOf = (entry: { to: NavPath } | NavCategory): string => ('type' in entry ? categoryLine(entry.type) : entry.to);

/** Pages that belong to a line without lying below its path. */
const lineOfPage: Readonly<Record<string, NavPath>> = {
  // Both addresses show the home page.
  '/desktop': '/',
  '/explore/channel': '/popular',
  '/explore/podcast': '/popular',
  '/user/digest': '/user/channels',
};

/** The line with the longest path that the address begins with, and the branch that it belongs to. */
export function placeOf(
  pathname: string,
  { type, smartFolder }: { type?: string | undefined; smartFolder?: string | undefined },
  tree: readonly NavEntry[] = navTree,
): NavPlace {
  const path = lineOfPage[pathname] ?? pathname;
  if (path === '/user/videos' && smartFolder !== undefined) return { line: folderLine(smartFolder), branch: 'records' };
  let best: NavPlace & { length: number } = { line: null, branch: null, length: 0 };
  const offer = (to: string, line: string, branch: NavPlace['branch'], extra = 0) => {
    const fits = path === to || (to !== '/' && path.startsWith(`${to}/`));
    if (fits && to.length + extra > best.length) best = { line, branch, length: to.length + extra };
  };
  for (const entry of tree) {
    if ('action' in entry) continue;
    if (entry.to !== undefined) offer(entry.to, entry.to, null);
    if (!('children' in entry)) continue;
    for (const child of entry.children) {
      if ('to' in child) offer(child.to, child.to, entry.id);
      else if (child.type === type) offer('/user/videos', lineOf(child), entry.id, 1);
    }
  }
  return { line: best.line, branch: best.branch };
}
