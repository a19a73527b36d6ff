import { attr, findElement, parseTree, walkElements } from '../../page/tree.ts';
import type { FileSharing, Site } from '../site.ts';
import { googleRefusals } from './refusals.ts';

export const googleDrive: Site = {
  id: 'google-drive',
  name: null,
  files: { find: findDownload, confirmedAddress, ...googleRefusals },
};

const fileId = /^[\w-]{10,200}$/;

function findDownload(url: URL): ReturnType<FileSharing['find']> {
  if (url.hostname !== 'drive.google.com') return null;
  const file =
    /^\/file(?:\/u\/\d+)?\/d\/([\w-]{10,200})/.exec(url.pathname)?.[1] ??
    (/^\/(?:open|uc)$/.test(url.pathname) ? fileId.exec(url.searchParams.get('id') ?? '')?.[0] : undefined);
  if (!file) return null;
  const download = new URL('https://drive.google.com/uc?export=download');
  download.searchParams.set('id', file);
  const key = url.searchParams.get('resourcekey');
  if (key) download.searchParams.set('resourcekey', key);
  return { url: download.href, aboutUrl: null };
}

/** Submits the form on the page that says that a file is too large for a virus scan. */
function confirmedAddress(html: string, base: string): string | null {
  const document = parseTree(html);
  const form = findElement(document, (element) => element.tagName === 'form' && /download/i.test(attr(element, 'action') ?? ''));
  const action = form && attr(form, 'action');
  if (!form || !action || !URL.canParse(action, base)) return null;
  const url = new URL(action, base);
  if (!/(?:^|\.)google(?:usercontent)?\.com$/.test(url.hostname)) return null;
  walkElements(form, (element) => {
    const name = element.tagName === 'input' ? attr(element, 'name') : null;
    if (name) url.searchParams.set(name, attr(element, 'value') ?? '');
    return undefined;
  });
  return url.href;
}
