// A page to learn from: its blocks, their features, and which of them are in its reference text.
import { cutBlocks } from '#engine/page/blocks.ts';
import { blockFeatures, pageFacts } from '#engine/page/features.ts';
import { readDeclared } from '#engine/page/metadata/declared.ts';
import { readJsonLd, typesOf } from '#engine/page/metadata/json-ld.ts';
import { placeStreamedParts } from '#engine/page/streamed.ts';
import { parseTree } from '#engine/page/tree.ts';
import { labelBlocks, tokensOf, wordF1 } from './label.mjs';

/** Pages of one site are always in the same part of a cross-validation. */
function siteNumber(source) {
  let hash = 2166136261;
  for (const char of source) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return (hash ^ (hash >>> 12)) >>> 0;
}

const siteOf = ({ id, url }) =>
  /^https?:\/\/[^/]+\.[^/]+\/./.test(url ?? '') ? new URL(url).hostname.split('.').slice(-2).join('.') : id;

/** A block weighs what it can cost its page's F1; pages whose blocks do not hold the reference text teach nothing. */
function weightsOf(tree, wanted, reachable, weight) {
  const total = tree.blocks.reduce((sum, block) => sum + block.words, 0);
  const size = Math.max(100, wanted.length) * 0.7 + total * 0.3;
  return tree.blocks.map(({ words }) => Math.min(0.1, words / size) * weight * (reachable < 0.5 ? 0 : 1) + 0.0003);
}

function factsOf(document, url) {
  return pageFacts(url, readJsonLd(document).flatMap(typesOf), readDeclared(document).metas.get('og:type') ?? null);
}

/** `entry` is an entry of a list, `html` its page. */
export function readExample(entry, html, list, weight) {
  const document = parseTree(html);
  placeStreamedParts(document);
  const tree = cutBlocks(document);
  const language = entry.lang === 'zh' ? 'zh' : 'en';
  const wanted = tokensOf(entry.text, language);
  const answers = labelBlocks(tree.blocks, entry.text, language);
  const tokens = tree.blocks.map((block) => tokensOf(block.text, language));
  const reachable = wordF1(
    wanted,
    tokens.flatMap((own, i) => (answers[i] ? own : [])),
  );
  const url = entry.url ?? '';
  const facts = factsOf(document, url);
  return {
    list,
    type: entry.type ?? '',
    site: siteNumber(siteOf(entry)),
    language,
    html,
    url,
    facts,
    tree,
    answers,
    wanted,
    tokens,
    reachable,
    weights: weightsOf(tree, wanted, reachable, weight),
    ...blockFeatures(tree, facts, document),
  };
}

/** The page `from` after its document was changed; `nodes` says which texts belong to the main text. */
export function changedExample(from, document, nodes, weight) {
  const tree = cutBlocks(document);
  const votes = tree.blocks.map(() => 0);
  for (const [node, block] of tree.textBlocks) votes[block] += nodes.get(node) ? node.value.length : -node.value.length;
  return {
    list: from.list,
    type: from.type,
    site: from.site,
    language: from.language,
    tree,
    answers: votes.map((vote) => (vote > 0 ? 1 : 0)),
    weights: weightsOf(tree, from.wanted, from.reachable, weight),
    ...blockFeatures(tree, factsOf(document, from.url), document),
  };
}
