import { renderArticleHtml } from '#engine/render-html.ts';
import { UsageError } from '../command.ts';
import { extractFrom } from './extract.ts';

/** `article-html <file>`: the page's article as sanitised HTML. */
export async function articleHtml(args: string[]): Promise<void> {
  const [file, ...more] = args;
  if (!file || more.length > 0) throw new UsageError('expected one HTML file');
  const { markdown } = await extractFrom(file, null);
  process.stdout.write(`${renderArticleHtml(markdown)}\n`);
}
