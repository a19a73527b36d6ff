// Trains the block models of page extraction (src/engine/page/block-model.gen.ts); the same pages give the same models.
//   node scripts/train-blocks.mjs [--cross-validate] [list.json[:weight] …]
// A list is an array of {id, file, url, lang, type, text}: the page's bytes (may be gzipped, path beside the list) and
// its main text; by default the shared training sets. With --cross-validate nothing is written: every page is judged by
// models that saw no page of its site, beside Readability.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decodeText } from '#engine/text/charset.ts';
import { at } from './lib/project.mjs';
import { encodeTrees } from './train-blocks/boost.mjs';
import { mixPages } from './train-blocks/mix.mjs';
import { readExample } from './train-blocks/page.mjs';
import { report } from './train-blocks/report.mjs';
import { allParts, partOf, scorePage, trainBoth } from './train-blocks/two-passes.mjs';

const args = process.argv.slice(2);
const crossValidates = args.includes('--cross-validate');
const given = args.filter((arg) => !arg.startsWith('--'));
// `web/trafilatura` is not among them: it is for validation.
const lists =
  given.length > 0
    ? given
    : ['wcxb-dev', 'zh', 'readability', 'defuddle'].map((set) => at('..', 'shared/fixtures/web', set, 'list.json'));

const pages = lists.flatMap((arg) => {
  const [path, weight = '1'] = arg.split(':');
  return JSON.parse(readFileSync(path, 'utf8'))
    .filter(({ text }) => text?.trim())
    .map((entry) => {
      const raw = readFileSync(join(dirname(path), entry.file));
      const html = decodeText(entry.file.endsWith('.gz') ? gunzipSync(raw) : raw, { sniff: 'html' }).text;
      return readExample(entry, html, path.split('/').at(-2), Number(weight));
    });
});
const examples = [...pages, ...mixPages(pages)];

if (crossValidates) {
  const results = allParts.flatMap((part) => {
    const models = trainBoth(examples, part);
    return pages.filter((page) => partOf(page) === part).map((page) => ({ page, scores: scorePage(models, page) }));
  });
  report(results);
} else {
  const { first, second } = trainBoth(examples, -1);
  const model = ({ base, trees }) => `{ base: ${base}, nodes: '${encodeTrees(trees)}' }`;
  writeFileSync(
    at('src/engine/page/block-model.gen.ts'),
    `// Learned by scripts/train-blocks.mjs; do not edit. The pages it learned from: the development pages of WCXB (Murrough
// Foley, CC-BY-4.0), the Chinese Web Content Extraction Dataset (MIT) and the regression pages of Readability
// (Apache-2.0) and Defuddle (MIT). None of their text is in here.
export const firstModel = ${model(first)};
export const secondModel = ${model(second)};
`,
  );
}
