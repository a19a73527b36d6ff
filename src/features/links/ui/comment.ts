import { fileNameOf } from '#lib/file-name.ts';
import { saveBlob } from '#ui/save-blob.ts';

/** A link and what its reader wrote about it, as Markdown. Line breaks and brackets of a title stay out of the markup. */
export function commentMarkdown({ title, url, comment }: { title: string | null; url: string; comment: string }): string {
  const name = (title ?? '').replace(/\s+/gu, ' ').trim();
  const parts = [name === '' ? null : `# ${name.replace(/([\\[\]<>*_`])/g, '\\$1')}`, `<${url}>`, comment.trim() || null];
  return `${parts.filter((part) => part !== null).join('\n\n')}\n`;
}

export function exportComment(given: { title: string | null; url: string; comment: string }): void {
  const name = fileNameOf(given.title ?? new URL(given.url).host, 'md');
  saveBlob(name, new Blob([commentMarkdown(given)], { type: 'text/markdown' }));
}
