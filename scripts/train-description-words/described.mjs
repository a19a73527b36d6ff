// Articles with a description that their publisher wrote: those made for it, and the training pages of extraction whose description is not copied.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readDeclared } from '#engine/page/metadata/declared.ts';
import { parseTree } from '#engine/page/tree.ts';
import { readPlainText } from '#engine/sources/document/plain-text.ts';
import { decodeText } from '#engine/text/charset.ts';

const leastWords = { description: 10, text: 200 };
/** A description with more of its runs of four words in the text is copied from it. */
const mostCopied = 0.35;

const tokensOf = (text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

function runsOf(tokens) {
  return tokens.slice(3).map((_, i) => tokens.slice(i, i + 4).join(' '));
}

function isCopied(description, text) {
  const known = new Set(runsOf(tokensOf(text)));
  const runs = runsOf(tokensOf(description));
  return runs.filter((run) => known.has(run)).length > mostCopied * runs.length;
}

function toArticle(id, text, title, reference) {
  const read = readPlainText(text);
  return { name: id, segments: read.segments, title: title ?? read.title, reference };
}

function pageDescriptions(folder, done) {
  const pages = JSON.parse(readFileSync(join(folder, 'list.json'), 'utf8'));
  return pages.flatMap(({ id, file, lang, text, title }) => {
    if (lang !== 'en' || done.has(`dev-${id}`) || tokensOf(text ?? '').length < leastWords.text) return [];
    const raw = readFileSync(join(folder, file));
    const { metas } = readDeclared(parseTree(decodeText(gunzipSync(raw), { sniff: 'html' }).text));
    const reference = metas.get('description') ?? metas.get('og:description') ?? '';
    if (tokensOf(reference).length < leastWords.description || isCopied(reference, text)) return [];
    return [toArticle(id, text, title, reference)];
  });
}

/** `{ name, segments, title, reference }` of each English article; `made` tells those whose set measures summaries in 32 words. */
export function readDescribed(fixtures) {
  const made = JSON.parse(readFileSync(`${fixtures}/summary/webdesc-dev/webdesc.json`, 'utf8'));
  const others = pageDescriptions(`${fixtures}/web/wcxb-dev`, new Set(made.map(({ id }) => id)));
  return [
    ...made.map(({ id, text, ref }) => ({ ...toArticle(id, text, null, ref), made: true })),
    ...others.map((one) => ({ ...one, made: false })),
  ];
}
