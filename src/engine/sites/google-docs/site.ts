import { googleRefusals } from '../google-drive/refusals.ts';
import type { FileSharing, Site } from '../site.ts';

export const googleDocs: Site = {
  id: 'google-docs',
  name: null,
  files: { find: findExport, ...googleRefusals },
};

const documentPath = /^\/(document|presentation|spreadsheets)(?:\/u\/\d+)?\/d\/([\w-]{10,200})/;

function findExport(url: URL): ReturnType<FileSharing['find']> {
  if (url.hostname !== 'docs.google.com') return null;
  const [, kind, file] = documentPath.exec(url.pathname) ?? [];
  // `/d/e/…/pub` is a published web page without an export.
  if (!kind || !file || /\/d\/e\//.test(url.pathname)) return null;
  const base = `https://docs.google.com/${kind}/d/${file}`;
  const key = url.searchParams.get('resourcekey');
  const exported = new URL(kind === 'presentation' ? `${base}/export/pdf` : `${base}/export`);
  if (kind !== 'presentation') exported.searchParams.set('format', kind === 'document' ? 'docx' : 'pdf');
  if (key) exported.searchParams.set('resourcekey', key);
  return { url: exported.href, aboutUrl: null };
}
