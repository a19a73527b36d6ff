import { toMarkdownOutline, toOpml, toXmindFiles } from '#engine/export/shared/mindmap-formats.ts';
import type { LinkTarget } from '#engine/sites/shared/link-to-place.ts';
import type { MindMapNode } from '#lib/notes/mindmap.ts';

type MapToWrite = { title: string; root: MindMapNode; target: LinkTarget };

/** The whole tree with its whole `title`, which the map itself shortens. */
export async function mapFile(format: 'md' | 'opml' | 'xmind', { title, root, target }: MapToWrite): Promise<Blob> {
  const whole = { ...root, text: title.trim() };
  switch (format) {
    case 'md':
      return new Blob([toMarkdownOutline(whole, target)], { type: 'text/markdown;charset=utf-8' });
    case 'opml':
      return new Blob([toOpml(whole, target)], { type: 'text/x-opml;charset=utf-8' });
    case 'xmind': {
      const { strToU8, zipSync } = await import('fflate');
      const files = Object.entries(toXmindFiles(whole, target)).map(([name, text]) => [name, strToU8(text)] as const);
      return new Blob([new Uint8Array(zipSync(Object.fromEntries(files)))], { type: 'application/vnd.xmind.workbook' });
    }
  }
}
