// More pages to learn from: pages with parts of other sites in and around their text, and with meaningless class names.
import { cutBlocks } from '#engine/page/blocks.ts';
import { placeStreamedParts } from '#engine/page/streamed.ts';
import { childrenOf, isElement, parseTree, walkElements } from '#engine/page/tree.ts';
import { generator } from './boost.mjs';
import { chineseFurniture } from './chinese-furniture.mjs';
import { europeanFurniture } from './european-furniture.mjs';
import { changedExample } from './page.mjs';
import { partOf } from './two-passes.mjs';

const mixedWeight = 0.35;
/** Types of pages into which parts of other pages are mixed; those parts never belong to the text. */
const mixedTypes = /^(?:article|service|documentation|)$/;
const leastTokens = 120;
/** Mixed pages made from each Chinese page, as few of the pages are Chinese. */
const chineseTimes = 4;

const pick = (list, random) => list[Math.floor(random() * list.length)];

/** The largest elements without any main text that have the size of a module of a page. */
function modulesOf(tree, answers) {
  const before = [0];
  const words = [0];
  for (const block of tree.blocks) {
    before.push(before.at(-1) + answers[block.index]);
    words.push(words.at(-1) + block.words);
  }
  const fits = (info) => {
    if (!info || info.first < 0 || before[info.last + 1] > before[info.first]) return false;
    const size = words[info.last + 1] - words[info.first];
    return size >= 20 && size <= 500;
  };
  return [...tree.infos.values()].filter((info) => fits(info) && !fits(info.parent));
}

function ancestor(info, level) {
  let current = info;
  for (let i = 0; i < level && current.parent?.parent; i++) current = current.parent;
  return current.element;
}

function insertBeside(element, other, after) {
  const parent = element.parentNode;
  parent.childNodes.splice(parent.childNodes.indexOf(element) + (after ? 1 : 0), 0, other);
  other.parentNode = parent;
}

/** Half of the class names and ids, or all of them, become words without a meaning. */
function blurNames(document, random) {
  const share = pick([0.5, 1], random);
  const drawn = new Map();
  walkElements(document, (element) => {
    for (const entry of element.attrs) {
      if (entry.name !== 'class' && entry.name !== 'id') continue;
      entry.value = entry.value.replace(/\S+/g, (name) => {
        if (!drawn.has(name)) drawn.set(name, random() < share ? `x${drawn.size}` : name);
        return drawn.get(name);
      });
    }
    return undefined;
  });
}

/** Inserts a piece of furniture as an element of its own, or only its content, as if it belonged to the text. */
function addFurniture(tree, body, { html, behind, before }, random) {
  const made = childrenOf(parseTree(`<body>${html}`).childNodes[0].childNodes[1])[0];
  const place = random();
  const isBehind = place < behind;
  const block = isBehind ? body.at(-1) : place < behind + before ? body[0] : pick(body, random);
  const beside = ancestor(tree.infos.get(block.owner), random() < 0.6 ? 0 : Math.floor(random() * 4));
  const parts = random() < 0.6 ? [...made.childNodes] : [made];
  for (const part of isBehind ? parts.reverse() : parts) insertBeside(beside, part, isBehind);
}

function mixPage(page, donors, random) {
  const document = parseTree(page.html);
  placeStreamedParts(document);
  const tree = cutBlocks(document);
  const nodes = new Map();
  for (const [node, block] of tree.textBlocks) nodes.set(node, page.answers[block] === 1);
  const body = tree.blocks.filter((block) => page.answers[block.index] === 1);
  const pieces = page.language === 'zh' ? [chineseFurniture, chineseFurniture] : [europeanFurniture];
  if (body.length > 0) for (const piece of pieces) addFurniture(tree, body, piece(random), random);
  for (let i = 0; i < 2 && body.length > 0; i++) {
    const donor = pick(donors, random);
    // Parsed anew, as its elements are moved.
    const other = parseTree(donor.html);
    placeStreamedParts(other);
    const part = pick(modulesOf(cutBlocks(other), donor.answers), random)?.element;
    if (!part || !isElement(part)) continue;
    const place = random();
    const block = place < 0.55 ? body.at(-1) : place < 0.8 ? body[0] : pick(body, random);
    const level = Math.floor(random() * (place < 0.8 ? 5 : 2));
    insertBeside(ancestor(tree.infos.get(block.owner), level), part, place < 0.55 || place >= 0.8);
  }
  if (random() < 0.25) blurNames(document, random);
  return changedExample(page, document, nodes, mixedWeight);
}

/** A mixed page for each page with enough text, several for a Chinese one. Parts come from pages of the same validation part. */
export function mixPages(pages) {
  const random = generator(7);
  const whole = pages.filter((page) => page.reachable > 0.85);
  return whole
    .filter((page) => mixedTypes.test(page.type) && page.wanted.length >= leastTokens)
    .flatMap((page) => {
      const donors = whole.filter((other) => other !== page && partOf(other) === partOf(page) && other.tree.blocks.length > 40);
      return Array.from({ length: page.language === 'zh' ? chineseTimes : 1 }, () => mixPage(page, donors, random));
    });
}
