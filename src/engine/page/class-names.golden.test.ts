/**
 * What the names of elements in `tests/golden/page/class-names.txt` say about them: each by itself, set off from other words of a
 * name, and glued to them. All of the names stand in one page for each question, as many small pages would take seconds.
 */
import { expect, test } from 'vitest';
import { goldenFile, goldenLines } from '../../../tests/harness/files/line-record.ts';
import { type BlockTree, cutBlocks } from './blocks.ts';
import { flagNames, flagOf } from './class-flags.ts';
import { dropFurniture } from './furniture.ts';
import { readDeclared } from './metadata/declared.ts';
import { isCut } from './paywall.ts';
import { isCaption } from './picture-captions.ts';
import { finishProse } from './prose.ts';
import { attr, type Document, type Element, parseTree, walkElements } from './tree.ts';

const sentence =
  'The canal was dug by hand, stone by stone, and the town paid for all of it in the end, as it had said it would. ';
const prose = `<p>${sentence.repeat(10)}</p>`.repeat(4);
/** So much that even all of the parts together are few of its words. */
const muchProse = `<p>${sentence.repeat(120)}</p>`.repeat(4);

type Page = { document: Document; tree: BlockTree; kept: boolean[] };

/** A page of text with one part for each name. */
function pageOf(names: readonly string[], part: (name: string, index: number) => string, text = prose): Page {
  const document = parseTree(`<body>${text}${names.map(part).join('')}</body>`);
  const tree = cutBlocks(document);
  return { document, tree, kept: tree.blocks.map(() => true) };
}

const wordsOf = (index: number) => `<p>Some words of it: no ${index}</p>`;

/** The numbers of the names whose words the page holds, or does not hold any more. */
function numbersIn({ tree, kept }: Page, isKept = true): Set<number> {
  const found = tree.blocks.filter(({ index }) => kept[index] === isKept).map(({ text }) => /: no (\d+)$/.exec(text)?.[1]);
  return new Set(found.filter((number) => number !== undefined).map(Number));
}

function lostBy(page: Page, drop: (page: Page) => void): Set<number> {
  drop(page);
  return numbersIn(page, false);
}

const furniture = ({ tree, kept }: Page): void => dropFurniture(tree, kept);
const byClass = (name: string, index: number) => `<div class="${name}">${wordsOf(index)}</div>`;

function elementsOf({ document }: Page): Element[] {
  const found: Element[] = [];
  walkElements(document, (element) => {
    if (attr(element, 'data-own') !== null) found.push(element);
    return undefined;
  });
  return found;
}

const placesOf = (element: Element): string[] => flagNames.filter((_, bit) => Math.floor(flagOf(element) / 2 ** bit) % 2 === 1);

/** What is read from one part alone. */
const alone = (element: Element): Document => ({ childNodes: [element] }) as unknown as Document;

function people(element: Element): string[] {
  const { authors, accounts, dated, users } = readDeclared(alone(element));
  const isAuthor = authors.includes('Ada Quill');
  return [
    isAuthor ? (accounts.has('Ada Quill') ? 'account' : 'author') : '',
    dated.includes('2024-10-27') ? 'dated' : '',
    users.includes('阿周') ? '' : 'of other people',
  ];
}

function meaningsOf(names: readonly string[]): string[] {
  const byName = pageOf(names, byClass);
  const shown = numbersIn(byName);
  const allowed = numbersIn(pageOf(names, (name, index) => `<div id="${name}">${wordsOf(index)}</div>`));
  const opened = numbersIn(pageOf(names, (name, index) => `<div hidden class="${name}">${wordsOf(index)}</div>`));
  const unwanted = lostBy(byName, furniture);
  const panes = lostBy(
    pageOf(names, (name, index) => byClass(name, index).repeat(3), muchProse),
    furniture,
  );
  const comments = lostBy(pageOf(names, byClass, muchProse), ({ tree, kept }) => finishProse(tree.blocks, kept));
  const captions = pageOf(
    names,
    (name, index) => `<div><img src="a.jpg"><p class="${name}">Some words of it: no ${index}</p></div>`,
  );
  const isOfPicture = lostBy(captions, ({ tree, kept }) => {
    for (const block of tree.blocks) if (isCaption(block)) kept[block.index] = false;
  });
  const named = pageOf(
    names,
    (name) =>
      `<div data-own class="${name}"><b class="${name}">Ada Quill</b><i class="${name}">2024-10-27</i><u><a href="/u/7">阿周</a></u><p>For members</p></div>`,
  );
  const elements = elementsOf(named);
  const lock = { forSubscribers: false, selectors: [], declaredWords: 0 };
  return elements.map((element, index) =>
    [
      ...placesOf(element).filter((place) => place !== ''),
      shown.has(index) ? '' : 'hidden',
      allowed.has(index) ? '' : 'asks for consent',
      opened.has(index) ? 'can be opened' : '',
      unwanted.has(index) ? 'furniture' : panes.has(index) ? 'pane' : '',
      comments.has(index) ? 'comments' : '',
      isOfPicture.has(index) ? 'caption' : '',
      isCut(lock, { ...named, text: '', document: alone(element) }) ? 'wall' : '',
      ...people(element),
    ]
      .filter(Boolean)
      .join(', '),
  );
}

/** Set off from other words a name means the same, glued to them nothing. */
const variants: readonly { called: string; change: (name: string) => string; glued?: true }[] = [
  { called: 'joined', change: (name) => `x-${name}_y` },
  { called: 'numbered', change: (name) => `${name}2` },
  { called: 'word begun', change: (name) => `${name}x`, glued: true },
  { called: 'word ended', change: (name) => `x${name}`, glued: true },
];

test('SUM-05 SUM-09 the names of elements say what is on record', async () => {
  const names = goldenLines('page/class-names.txt');
  const own = meaningsOf(names);
  const others = variants.map(({ change }) => meaningsOf(names.map(change)));
  const record = names.map((name, index) => {
    const differing = variants.flatMap(({ called, glued }, variant) => {
      const meaning = others[variant]?.[index] ?? '';
      return meaning === (glued ? '' : own[index]) ? [] : [` | ${called}: ${meaning || '–'}`];
    });
    return `${name} ⇒ ${own[index] || '–'}${differing.join('')}\n`;
  });
  await expect(record.join('')).toMatchFileSnapshot(goldenFile('page/class-names.record.txt'));
});
