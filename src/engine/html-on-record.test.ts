/**
 * Compares what is shown of lines of Markdown and HTML with a record. `vitest run --project unit
 * src/engine/html-on-record.test.ts -u` writes a new one, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { renderArticleHtml, renderNoteHtml, sanitiseArticleHtml } from './render-html.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../tests/golden/html/${name}`, import.meta.url));

test('Markdown and HTML are shown as on record', async () => {
  const record = readFileSync(fileOf('texts.txt'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      const [note, article, html] = [renderNoteHtml(line), renderArticleHtml(line), sanitiseArticleHtml(line)].map((text) =>
        JSON.stringify(text.trim()).slice(1, -1),
      );
      return [line, `  note ${note}`, ...(article === note ? [] : [`  article ${article}`]), `  page ${html}`];
    });
  await expect(`${record.join('\n')}\n`).toMatchFileSnapshot(fileOf('texts.record.txt'));
});
