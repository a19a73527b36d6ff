// Trains the block model of page extraction (src/engine/page/block-model.gen.ts).
//   node scripts/train-blocks.mjs [--folds 4] list.json[:weight] …
// A list is an array of {id, file, url, lang, type, text}: the page's bytes (may be gzipped, path beside the list) and
// its main text. With --folds nothing is written: every page is judged by trees that never saw it, and the word F1
// per list and type is printed.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { chooseBlocks, smooth } from '#engine/page/block-model.ts';
import { cutBlocks } from '#engine/page/blocks.ts';
import { blockFeatures, pageFacts } from '#engine/page/features.ts';
import { readDeclared } from '#engine/page/metadata/declared.ts';
import { readJsonLd, typesOf } from '#engine/page/metadata/json-ld.ts';
import { parseTree } from '#engine/page/tree.ts';
import { decodeText } from '#engine/text/charset.ts';
import { predict, train } from './train-blocks/boost.mjs';
import { labelBlocks, tokensOf, wordF1 } from './train-blocks/label.mjs';

const args = process.argv.slice(2);
const foldsAt = args.indexOf('--folds');
const folds = foldsAt >= 0 ? Number(args.splice(foldsAt, 2)[1]) : 0;

function loadPage(entry, folder, list, weight) {
  const raw = readFileSync(join(folder, entry.file));
  const html = decodeText(entry.file.endsWith('.gz') ? gunzipSync(raw) : raw, { sniff: 'html' }).text;
  const document = parseTree(html);
  const tree = cutBlocks(document);
  const url = entry.url ?? '';
  const facts = pageFacts(url, readJsonLd(document).flatMap(typesOf), readDeclared(document).metas.get('og:type') ?? null);
  const language = entry.lang === 'zh' ? 'zh' : 'en';
  const wanted = tokensOf(entry.text, language);
  const answers = labelBlocks(tree.blocks, entry.text, language);
  const tokens = tree.blocks.map((block) => tokensOf(block.text, language));
  const reachable =
    wanted.length === 0
      ? 1
      : wordF1(
          wanted,
          tokens.flatMap((own, i) => (answers[i] ? own : [])),
        );
  const total = tree.blocks.reduce((sum, block) => sum + block.words, 0);
  // A block weighs what it can cost its page's F1; pages whose text is not in them teach nothing.
  const weights = tree.blocks.map(
    ({ words }) =>
      Math.min(0.1, words / (Math.max(100, wanted.length) * 0.7 + total * 0.3)) * weight * (reachable < 0.5 ? 0 : 1) + 0.0003,
  );
  return { list, type: entry.type ?? '', tree, rows: blockFeatures(tree, facts, document), answers, weights, wanted, tokens };
}

const pages = args.flatMap((arg) => {
  const [path, weight = '1'] = arg.split(':');
  return JSON.parse(readFileSync(path, 'utf8'))
    .filter((entry) => typeof entry.text === 'string')
    .map((entry) => loadPage(entry, dirname(path), path.split('/').at(-2), Number(weight)));
});

function fitTrees(some) {
  return train(
    some.flatMap((page) => page.rows),
    some.flatMap((page) => page.answers),
    some.flatMap((page) => page.weights),
  );
}

function f1Of(page, model) {
  const scores = smooth(
    page.tree,
    page.rows.map((row) => predict(model, row)),
  );
  const { kept } = chooseBlocks(page.tree.blocks, scores);
  return wordF1(
    page.wanted,
    page.tokens.flatMap((own, i) => (kept[i] ? own : [])),
  );
}

function report(results) {
  const groups = new Map();
  for (const { page, f1 } of results) {
    for (const name of new Set([page.list, `${page.list} ${page.type}`.trim()]))
      groups.set(name, [...(groups.get(name) ?? []), f1]);
  }
  for (const [name, values] of groups)
    console.log(name.padEnd(32), (values.reduce((a, b) => a + b, 0) / values.length).toFixed(3), values.length);
}

/** Each tree in preorder, 8 bytes a node, as block-model.ts reads it. */
function encode(trees) {
  const parts = trees.map((tree) => {
    const nodes = [];
    const add = (node) => {
      const entry = { column: node.left ? node.column : -1, right: 0, value: node.left ? node.cut : node.value };
      nodes.push(entry);
      if (!node.left) return;
      add(node.left);
      entry.right = nodes.length;
      add(node.right);
    };
    add(tree);
    const bytes = Buffer.alloc(nodes.length * 8);
    nodes.forEach(({ column, right, value }, i) => {
      bytes.writeInt16LE(column, i * 8);
      bytes.writeUInt16LE(right, i * 8 + 2);
      bytes.writeFloatLE(value, i * 8 + 4);
    });
    return bytes;
  });
  return Buffer.concat(parts).toString('base64');
}

if (folds > 0) {
  const results = [];
  for (let fold = 0; fold < folds; fold++) {
    const model = fitTrees(pages.filter((_, i) => i % folds !== fold));
    for (const page of pages.filter((_, i) => i % folds === fold)) results.push({ page, f1: f1Of(page, model) });
  }
  report(results);
} else {
  const model = fitTrees(pages);
  report(pages.map((page) => ({ page, f1: f1Of(page, model) })));
  writeFileSync(
    new URL('../src/engine/page/block-model.gen.ts', import.meta.url),
    `// Learned by scripts/train-blocks.mjs; do not edit. The pages it learned from: the development pages of WCXB (Murrough
// Foley, CC-BY-4.0), the Chinese Web Content Extraction Dataset (MIT) and the regression pages of Readability
// (Apache-2.0) and Defuddle (MIT). None of their text is in here.
export const modelBase = ${model.base};
export const modelNodes =
  '${encode(model.trees)}';
`,
  );
}
