import type { FileSharing, Site } from '../site.ts';

export const github: Site = {
  id: 'github',
  name: null,
  files: { find: findFile },
};

const documentEnding = /\.(?:pdf|epub|docx|txt|md|markdown|rst|srt|vtt)$/i;

function findFile(url: URL): ReturnType<FileSharing['find']> {
  if (url.hostname !== 'github.com') return null;
  const [, owner, repository, path] = /^\/([\w.-]+)\/([\w.-]+)\/(?:blob|raw)\/(.+)$/.exec(url.pathname) ?? [];
  if (!owner || !repository || !path || !documentEnding.test(path)) return null;
  return { url: `https://raw.githubusercontent.com/${owner}/${repository}/${path}`, aboutUrl: null };
}
