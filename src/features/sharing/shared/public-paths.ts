export function collectionPath(slug: string): string {
  return `/user/collections/${encodeURIComponent(slug)}`;
}

export function itemPath(slug: string, contentId: string): string {
  return `${collectionPath(slug)}/${contentId}`;
}

export function feedPath(slug: string): string {
  return `${collectionPath(slug)}/feed.atom`;
}

export function sharedNotePath(slug: string): string {
  return `/s/note/${encodeURIComponent(slug)}`;
}
