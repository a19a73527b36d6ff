import type { FileSharing, Site } from '../site.ts';

export const dropbox: Site = {
  id: 'dropbox',
  name: null,
  files: {
    find: findDownload,
    isSignIn: ({ url }) => /^\/(?:login|forgot)/.test(new URL(url).pathname),
  },
};

function findDownload(url: URL): ReturnType<FileSharing['find']> {
  if (!/^(?:www\.)?dropbox\.com$/.test(url.hostname)) return null;
  if (!/^\/(?:s|scl\/fi|sh)\/[\w-]+\/[^/]+/.test(url.pathname)) return null;
  const download = new URL(url);
  download.hash = '';
  download.searchParams.delete('raw');
  download.searchParams.set('dl', '1');
  return { url: download.href, aboutUrl: null };
}
