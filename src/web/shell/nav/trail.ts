import { type ContentType, contentTypes } from '#lib/content-type.ts';
import type { NavPath } from './nav-tree.ts';

export type CrumbName =
  | 'smartFolders'
  | 'tags'
  | 'newSummary'
  | 'records'
  | 'outputs'
  | 'collections'
  | 'highlights'
  | 'settings'
  | 'channels'
  | 'explore'
  | 'popular'
  | 'ask';
export type Crumb = { name: CrumbName; to?: NavPath } | { type: ContentType };

/** The part of the breadcrumb before the page's own title; `whole` when the page needs no title of its own. */
type Trail = { crumbs: readonly Crumb[]; whole?: boolean };

const records: Crumb = { name: 'records', to: '/user/videos' };

/** By the beginning of the address. A page that is not listed shows its title alone (`usePageTitle`). */
const trails: readonly [string, Trail][] = [
  ['/desktop', { crumbs: [{ name: 'newSummary' }], whole: true }],
  ['/content', { crumbs: [records] }],
  ['/user/outputs/highlight', { crumbs: [{ name: 'outputs' }, { name: 'highlights' }], whole: true }],
  ['/user/outputs', { crumbs: [{ name: 'outputs' }] }],
  ['/user/prompts', { crumbs: [{ name: 'outputs' }] }],
  ['/user/smart-folders', { crumbs: [records, { name: 'smartFolders' }], whole: true }],
  ['/user/ask', { crumbs: [records, { name: 'ask' }], whole: true }],
  ['/user/tags', { crumbs: [records, { name: 'tags' }], whole: true }],
  ['/user/digest', { crumbs: [{ name: 'explore' }, { name: 'channels', to: '/user/channels' }] }],
  ['/user/channels', { crumbs: [{ name: 'explore' }, { name: 'channels' }], whole: true }],
  ['/popular', { crumbs: [{ name: 'explore' }, { name: 'popular' }], whole: true }],
  ['/explore', { crumbs: [{ name: 'explore' }] }],
  ['/user/collections/', { crumbs: [{ name: 'collections', to: '/user/collections' }] }],
  ['/user/collections', { crumbs: [{ name: 'collections' }], whole: true }],
  ['/user/settings', { crumbs: [{ name: 'settings' }], whole: true }],
];

export function trailOf(pathname: string, type: string | undefined): Trail {
  if (pathname === '/') return { crumbs: [{ name: 'newSummary' }], whole: true };
  if (isIn(pathname, '/user/videos')) {
    const known = contentTypes.find((one) => one === type);
    return { crumbs: known === undefined ? [{ name: 'records' }] : [records, { type: known }], whole: true };
  }
  return trails.find(([path]) => isIn(pathname, path))?.[1] ?? { crumbs: [] };
}

function isIn(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
