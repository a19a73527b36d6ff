import type { FileSharing, Site } from '../site.ts';

export const arxiv: Site = {
  id: 'arxiv',
  name: null,
  files: { find: findPaper },
};

const paperPath = /^\/(?:abs|pdf|html)\/((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d{1,3})?)(?:\.pdf)?\/?$/;

function findPaper(url: URL): ReturnType<FileSharing['find']> {
  if (!/^(?:www\.|export\.)?arxiv\.org$/.test(url.hostname)) return null;
  const paper = paperPath.exec(url.pathname)?.[1];
  return paper ? { url: `https://arxiv.org/pdf/${paper}`, aboutUrl: `https://arxiv.org/abs/${paper}` } : null;
}
