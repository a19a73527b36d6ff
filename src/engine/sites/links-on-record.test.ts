/**
 * Compares what is made of written links with a record. `vitest run --project unit
 * src/engine/sites/links-on-record.test.ts -u` writes a new one, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { appleIds, appleShowId } from './apple-podcasts/link.ts';
import { canonicaliseUrl, findLinks } from './shared/canonical-url.ts';
import { withoutLinks } from './shared/links-in-text.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../tests/golden/sites/${name}`, import.meta.url));

function about(link: string): string {
  const url = new URL(link);
  const canonical = canonicaliseUrl(url);
  const episode = appleIds(url);
  const show = appleShowId(url);
  return [
    link,
    ...(canonical === link ? [] : [`(as ${canonical})`]),
    ...(episode ? [`(episode ${episode.episode} of ${episode.show})`] : []),
    ...(show === null ? [] : [`(show ${show})`]),
  ].join(' ');
}

test('SUM-02 links in lines of text are found as on record', async () => {
  const lines = readFileSync(fileOf('links.txt'), 'utf8').split('\n').slice(0, -1);
  const record = lines.map((line) => {
    const links = findLinks(line);
    const rest = withoutLinks(line, links);
    return `${line} ⇒ ${links.map(about).join(' and ') || 'none'}${rest === '' ? '' : `, rest ${JSON.stringify(rest)}`}`;
  });
  await expect(`${record.join('\n')}\n`).toMatchFileSnapshot(fileOf('links.record.txt'));
});
