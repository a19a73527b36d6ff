type Shape = { host: RegExp; feed: (url: URL, parts: readonly string[]) => string | null };

const shapes: readonly Shape[] = [
  { host: /^github\.com$/, feed: (_url, [owner, name]) => (owner && name ? `/${owner}/${name}/releases.atom` : null) },
  { host: /^medium\.com$/, feed: (_url, [name]) => (name ? `/feed/${name}` : null) },
  { host: /^[\w-]+\.(?:medium\.com|substack\.com)$/, feed: () => '/feed' },
  {
    host: /(?:^|\.)reddit\.com$/,
    feed: (_url, [kind, name]) => (name && /^(?:r|u|user)$/.test(kind ?? '') ? `/${kind}/${name}/.rss` : null),
  },
  { host: /^bsky\.app$/, feed: (_url, [kind, name]) => (kind === 'profile' && name ? `/profile/${name}/rss` : null) },
  { host: /^[\w-]+\.tumblr\.com$/, feed: () => '/rss' },
  { host: /^[\w-]+\.wordpress\.com$/, feed: () => '/feed/' },
  { host: /^[\w-]+\.blogspot\.[a-z.]{2,6}$/, feed: () => '/feeds/posts/default' },
];

/** The feed's address, which for some sites follows from the link; null for all others. */
export function siteFeed(url: URL): string | null {
  const host = url.hostname.toLowerCase().replace(/^www\./, '');
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const path = shapes.find((shape) => shape.host.test(host))?.feed(url, parts) ?? null;
  return path === null ? null : new URL(path, url.origin).href;
}

/** Feed addresses that blog software uses, below the link and at the site's root; at most six. */
export function feedGuesses(url: URL): string[] {
  const folder = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  const below = ['feed', 'index.xml', 'atom.xml'].map((name) => new URL(`${folder}${name}`, url.origin).href);
  const top = ['feed', 'rss.xml', 'atom.xml', 'feed.xml', 'index.xml', 'rss'].map((name) => new URL(`/${name}`, url.origin).href);
  return [...new Set(folder === '/' ? top : [...below, ...top])].slice(0, 6);
}
