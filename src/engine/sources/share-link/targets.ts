/** Where the file behind a link to its viewer is: pure rewriting of addresses. */

export type ShareTarget = {
  service: 'google-docs' | 'google-drive' | 'dropbox' | 'arxiv' | 'github';
  /** The file itself. */
  url: string;
  /** The page that describes it, where that says more than the file does. */
  aboutUrl: string | null;
};

const id = String.raw`([\w-]{10,200})`;
const documentEnding = /\.(?:pdf|epub|docx|txt|md|markdown|rst|srt|vtt)$/i;

/** Null for every other link, also for the services' own pages. */
export function shareTarget(url: URL): ShareTarget | null {
  switch (url.hostname) {
    case 'docs.google.com':
      return googleDocument(url);
    case 'drive.google.com':
      return driveFile(url);
    case 'www.dropbox.com':
    case 'dropbox.com':
      return dropboxFile(url);
    case 'arxiv.org':
    case 'www.arxiv.org':
    case 'export.arxiv.org':
      return arxivPaper(url);
    case 'github.com':
      return githubFile(url);
    default:
      return null;
  }
}

function googleDocument(url: URL): ShareTarget | null {
  const match = new RegExp(`^/(document|presentation|spreadsheets)(?:/u/\\d+)?/d/${id}`).exec(url.pathname);
  const [, kind, file] = match ?? [];
  // `/d/e/…/pub` is a page made for reading.
  if (!kind || !file || /\/d\/e\//.test(url.pathname)) return null;
  const base = `https://docs.google.com/${kind}/d/${file}`;
  const key = url.searchParams.get('resourcekey');
  const exported = new URL(kind === 'presentation' ? `${base}/export/pdf` : `${base}/export`);
  if (kind !== 'presentation') exported.searchParams.set('format', kind === 'document' ? 'docx' : 'pdf');
  if (key) exported.searchParams.set('resourcekey', key);
  return { service: 'google-docs', url: exported.href, aboutUrl: null };
}

function driveFile(url: URL): ShareTarget | null {
  const file =
    new RegExp(`^/file(?:/u/\\d+)?/d/${id}`).exec(url.pathname)?.[1] ??
    (/^\/(?:open|uc)$/.test(url.pathname) ? new RegExp(`^${id}$`).exec(url.searchParams.get('id') ?? '')?.[1] : undefined);
  if (!file) return null;
  const download = new URL('https://drive.google.com/uc?export=download');
  download.searchParams.set('id', file);
  const key = url.searchParams.get('resourcekey');
  if (key) download.searchParams.set('resourcekey', key);
  return { service: 'google-drive', url: download.href, aboutUrl: null };
}

function dropboxFile(url: URL): ShareTarget | null {
  if (!/^\/(?:s|scl\/fi|sh)\/[\w-]+\/[^/]+/.test(url.pathname)) return null;
  const download = new URL(url);
  download.hash = '';
  download.searchParams.delete('raw');
  download.searchParams.set('dl', '1');
  return { service: 'dropbox', url: download.href, aboutUrl: null };
}

function arxivPaper(url: URL): ShareTarget | null {
  const paper = /^\/(?:abs|pdf|html)\/((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d{1,3})?)(?:\.pdf)?\/?$/.exec(
    url.pathname,
  )?.[1];
  return paper ? { service: 'arxiv', url: `https://arxiv.org/pdf/${paper}`, aboutUrl: `https://arxiv.org/abs/${paper}` } : null;
}

function githubFile(url: URL): ShareTarget | null {
  const match = /^\/([\w.-]+)\/([\w.-]+)\/(?:blob|raw)\/(.+)$/.exec(url.pathname);
  const [, owner, repository, path] = match ?? [];
  if (!owner || !repository || !path || !documentEnding.test(path)) return null;
  return { service: 'github', url: `https://raw.githubusercontent.com/${owner}/${repository}/${path}`, aboutUrl: null };
}
