/** Lists of subscriptions in the format that feed readers exchange (OPML 2.0). */
import { AppError } from '#lib/app-error.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import { escapeXml } from '#lib/xml.ts';
import { elementsIn, readTree, type XmlElement } from '../feeds/xml-tree.ts';

export type OpmlLine = { title: string; feed: string; url: string | null };

const longestTitle = 300;
const longestUrl = 4_096;

/** Each feed once, folders flattened. Errors: `opml_unreadable` when the text is no OPML or names no feed. */
export function readOpml({ text }: { text: string }): OpmlLine[] {
  const root = elementsIn(readTree(text)).find(({ name }) => name === 'opml');
  const lines = new Map<string, OpmlLine>();
  const visit = (parent: XmlElement): void => {
    for (const element of elementsIn(parent)) {
      const line = element.name === 'outline' ? lineOf(element) : null;
      if (line && !lines.has(line.feed)) lines.set(line.feed, line);
      visit(element);
    }
  };
  if (root) visit(root);
  if (lines.size === 0) throw new AppError('opml_unreadable');
  return [...lines.values()];
}

function lineOf({ attributes }: XmlElement): OpmlLine | null {
  const feed = addressOf(attributes.get('xmlurl'));
  if (feed === null) return null;
  const titles = ['title', 'text'].map((name) => (attributes.get(name) ?? '').replace(/\s+/g, ' ').trim());
  const title = titles.find((text) => text !== '')?.slice(0, longestTitle) ?? new URL(feed).hostname;
  return { title, feed, url: addressOf(attributes.get('htmlurl')) };
}

function addressOf(text: string | undefined): string | null {
  const url = parseHttpUrl((text ?? '').replace(/^feed:(?:\/\/)?(?=\w)/i, ''));
  return url === null || url.href.length > longestUrl ? null : url.href;
}

export function writeOpml(lines: readonly OpmlLine[], { title, at }: { title: string; at: Date }): string {
  const outlines = lines.map(({ title: name, feed, url }) => {
    const page = url === null ? '' : ` htmlUrl="${escapeXml(url)}"`;
    return `    <outline type="rss" text="${escapeXml(name)}" title="${escapeXml(name)}" xmlUrl="${escapeXml(feed)}"${page}/>`;
  });
  const head = `  <head><title>${escapeXml(title)}</title><dateCreated>${at.toUTCString()}</dateCreated></head>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    head,
    '  <body>',
    ...outlines,
    '  </body>',
    '</opml>',
    '',
  ].join('\n');
}
