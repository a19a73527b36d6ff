import { type BlockTree, type ElementInfo, isInline, isSkipped } from './blocks.ts';
import { absoluteUrl } from './metadata/declared.ts';
import { attr, childrenOf, type Element, isElement, isText, type Node, textOf, walkElements } from './tree.ts';

type Context = { tree: BlockTree; kept: readonly boolean[]; base: string; hasKept: (node: Node) => boolean };

const lazyAttributes = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-actualsrc',
  'data-lazyload',
  'data-url',
  'data-hi-res-src',
  'data-echo',
  'file',
  'zoomfile',
];

/** `base` makes link and image addresses absolute. */
export function toMarkdown(tree: BlockTree, kept: readonly boolean[], base: string): string {
  const memo = new Map<Node, boolean>();
  const mostlyKept = new Map<ElementInfo, boolean>();
  const hasKept = (node: Node): boolean => {
    const known = memo.get(node);
    if (known !== undefined) return known;
    let result = false;
    if (isText(node)) result = keptAt(tree.textBlocks.get(node), kept);
    else if (isElement(node)) {
      if (node.tagName === 'img') result = keepsImage(node, tree, kept, mostlyKept);
      else for (const child of childrenOf(node)) if (hasKept(child)) result = true;
    }
    memo.set(node, result);
    return result;
  };
  const context = { tree, kept, base, hasKept };
  return blocksOf([tree.root.element], context)
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function keptAt(index: number | undefined, kept: readonly boolean[]): boolean {
  return index !== undefined && kept[index] === true;
}

function keepsImage(element: Element, tree: BlockTree, kept: readonly boolean[], mostlyKept: Map<ElementInfo, boolean>): boolean {
  const position = tree.images.get(element);
  if (!position || isTiny(element)) return false;
  if (position.inRun) return keptAt(position.block, kept);
  if (keptAt(position.block, kept) && keptAt(position.block - 1, kept)) return true;
  const info = surroundingText(position.info);
  // A picture counts as text even though its caption does not.
  const figure = figureAround(position.info);
  if (figure && figure.first >= 0 && keptAt(figure.last + 1, kept)) return true;
  // A picture outside the text (a lead image, a gallery) is kept with the text beside it.
  const apart = info !== position.info;
  if (!info || (apart && !keptAt(position.block, kept) && !keptAt(position.block - 1, kept))) return false;
  // Cached, as one element may hold many pictures.
  const known = mostlyKept.get(info) ?? isMostlyKept(info, tree, kept);
  mostlyKept.set(info, known);
  return known;
}

function isMostlyKept(info: ElementInfo, tree: BlockTree, kept: readonly boolean[]): boolean {
  let words = 0;
  let keptWords = 0;
  for (const block of tree.blocks.slice(info.first, info.last + 1)) {
    words += block.words;
    if (kept[block.index]) keptWords += block.words;
  }
  return keptWords > 5 && keptWords > words * 0.6;
}

function figureAround(start: ElementInfo): ElementInfo | null {
  let info: ElementInfo | null = start;
  for (let level = 0; info && level < 4; level++, info = info.parent) if (info.element.tagName === 'figure') return info;
  return null;
}

const WRAPPERS = 5;

function surroundingText(start: ElementInfo): ElementInfo | null {
  let info: ElementInfo | null = start;
  for (let level = 0; info && level <= WRAPPERS; level++, info = info.parent) {
    if (/^(header|nav|aside|footer)$/.test(info.element.tagName) && level > 0) return null;
    if (info.first >= 0) return info;
  }
  return null;
}

function isTiny(element: Element): boolean {
  for (const name of ['width', 'height']) {
    const size = /^\s*(\d+)(?:px)?\s*$/.exec(attr(element, name) ?? '');
    if (size?.[1] && Number(size[1]) < 32) return true;
  }
  return false;
}

function largestOf(srcset: string): string | null {
  let best: string | null = null;
  let bestSize = -1;
  let url: string | null = null;
  const take = (size: number): void => {
    if (url !== null && size > bestSize) {
      best = url;
      bestSize = size;
    }
    url = null;
  };
  const begin = (text: string): void => {
    url = text.replace(/^,+|(?<!,),+$/g, '') || null;
    if (text.endsWith(',')) take(0);
  };
  for (const part of srcset.split(/\s+/)) {
    const size = url === null ? null : /^([\d.]+)[wx](?:,|$)/.exec(part);
    if (size) take(Number(size[1]));
    else if (part.startsWith(',')) take(0);
    begin(size ? part.slice(size[0].length) : part);
  }
  take(0);
  return best;
}

/** Reads lazy-loading attributes and picks the largest of a set, never a placeholder. */
function imageUrl(element: Element, base: string): string | null {
  const candidates: (string | null)[] = lazyAttributes.map((name) => attr(element, name));
  const lazySet = attr(element, 'data-srcset') ?? attr(element, 'data-lazy-srcset');
  if (lazySet) candidates.push(largestOf(lazySet));
  const src = attr(element, 'src');
  if (
    src &&
    !/^data:|(?:blank|spacer|pixel|placeholder|loading|grey|transparent|1x1)\b[^/]{0,200}\.(?:gif|png|svg|jpg)/i.test(src)
  )
    candidates.push(src);
  const set = attr(element, 'srcset');
  if (set) candidates.push(largestOf(set));
  const parent = element.parentNode;
  if (parent && 'tagName' in parent && parent.tagName === 'picture') {
    for (const child of parent.childNodes) {
      if (isElement(child) && child.tagName === 'source')
        candidates.push(largestOf(attr(child, 'srcset') ?? attr(child, 'data-srcset') ?? ''));
    }
  }
  for (const candidate of candidates) {
    if (!candidate || !/[./]/.test(candidate) || /^data:/i.test(candidate)) continue;
    const url = absoluteUrl(candidate, base);
    if (url) return url;
  }
  return null;
}

const escapeLabel = (text: string): string =>
  text
    .replace(/[\\[\]*_`<]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();
const escapeUrl = (url: string): string =>
  url.replace(/[()\s<>\\]/g, (char) => encodeURIComponent(char).replace('(', '%28').replace(')', '%29'));

function escapeText(text: string): string {
  return text
    .replace(/[\\`*[\]<]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~~/g, '\\~\\~');
}

function escapeLineStart(paragraph: string): string {
  return paragraph
    .replace(
      /^([^\S\n\r\u2028\u2029]*)(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|={3,}[^\S\n\r\u2028\u2029]*$|-{3,}[^\S\n\r\u2028\u2029]*$)/gm,
      '$1\\$2',
    )
    .replace(/^([^\S\n\r\u2028\u2029]*\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2');
}

function mathOf(element: Element): string | null {
  let tex: string | null = attr(element, 'alttext') ?? attr(element, 'data-latex');
  walkElements({ childNodes: childrenOf(element) }, (child) => {
    if (child.tagName !== 'annotation' || !/tex/i.test(attr(child, 'encoding') ?? '')) return undefined;
    tex = textOf(child).trim();
    return false;
  });
  if (!tex) return null;
  return attr(element, 'display') === 'block' ? `$$${tex}$$` : `$${tex}$`;
}

function wrap(mark: string, inner: string): string {
  const text = inner.trim();
  if (!text || text.includes('\n')) return inner;
  return `${/^\s/.test(inner) ? ' ' : ''}${mark}${text}${mark}${/\s$/.test(inner) ? ' ' : ''}`;
}

function inline(node: Node, context: Context): string {
  if (isText(node)) return context.hasKept(node) ? escapeText(node.value.replace(/\s+/g, ' ')) : /\s/.test(node.value) ? ' ' : '';
  if (!isElement(node) || isSkipped(node)) return '';
  const { tagName } = node;
  if (tagName === 'br') return '  \n';
  if (tagName === 'img') return context.hasKept(node) ? imageOf(node, context) : '';
  if (!context.hasKept(node)) return '';
  if (tagName === 'math') {
    const tex = mathOf(node);
    if (tex) return tex;
  }
  const inner = (): string =>
    childrenOf(node)
      .map((child) => inline(child, context))
      .join('');
  switch (tagName) {
    case 'a': {
      const text = inner();
      const url = absoluteUrl(attr(node, 'href'), context.base);
      if (!url || !text.trim() || (attr(node, 'href') ?? '').startsWith('#') || text.includes('\n')) return text;
      return `${/^\s/.test(text) ? ' ' : ''}[${text.trim()}](${escapeUrl(url)})${/\s$/.test(text) ? ' ' : ''}`;
    }
    case 'b':
    case 'strong':
      return wrap('**', inner());
    case 'i':
    case 'em':
      return wrap('*', inner());
    case 's':
    case 'del':
    case 'strike':
      return wrap('~~', inner());
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt': {
      const text = textOf(node).replace(/\s+/g, ' ');
      if (!text.trim()) return text;
      const fence = '`'.repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
      const pad = fence.length > 1 ? ' ' : '';
      return `${fence}${pad}${text}${pad}${fence}`;
    }
    default:
      return inner();
  }
}

function imageOf(element: Element, context: Context): string {
  const url = imageUrl(element, context.base);
  return url ? `![${escapeLabel(attr(element, 'alt') ?? '')}](${escapeUrl(url)})` : '';
}

const tidy = (text: string): string =>
  text
    .replace(/(?<![ \t])[ \t]+\n/g, (spaces) => (spaces.length > 2 ? '  \n' : '\n'))
    .replace(/[^\S\n]+(?!\n)/g, ' ')
    .replace(/\n\s+/g, '\n')
    .trim();

function blocksOf(nodes: readonly Node[], context: Context): string[] {
  const blocks: string[] = [];
  let line = '';
  const flush = (): void => {
    const text = tidy(line);
    line = '';
    if (text) blocks.push(escapeLineStart(text));
  };
  for (const node of nodes) {
    if (isText(node) || (isElement(node) && (isInline(node) || node.tagName === 'img') && !holdsBlocks(node))) {
      line += inline(node, context);
      continue;
    }
    if (!isElement(node) || isSkipped(node)) continue;
    if (node.tagName === 'br') {
      line += '  \n';
      continue;
    }
    flush();
    if (context.hasKept(node) || node.tagName === 'hr') blocks.push(...blockOf(node, context));
  }
  flush();
  return blocks;
}

/** Inline elements may hold blocks: `<a>` around a card, `<span>` around paragraphs. */
function holdsBlocks(element: Element): boolean {
  for (const child of childrenOf(element)) {
    if (!isElement(child) || isSkipped(child) || child.tagName === 'br' || child.tagName === 'img') continue;
    if (!isInline(child) || holdsBlocks(child)) return true;
  }
  return false;
}

const oneLine = (blocks: readonly string[]): string =>
  blocks
    .join(' ')
    .replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space))
    .trim();

function indent(text: string, spaces: string): string {
  return text.replace(/\n(?!\n|$)/g, `\n${spaces}`);
}

function blockOf(element: Element, context: Context): string[] {
  const { tagName } = element;
  const children = childrenOf(element);
  switch (tagName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const text = oneLine(blocksOf(children, context));
      return text ? [`${'#'.repeat(Number(tagName[1]))} ${text.replace(/^\\(?=[-+>])/, '')}`] : [];
    }
    case 'ul':
    case 'ol':
    case 'menu':
      return listOf(element, context);
    case 'blockquote': {
      const inner = blocksOf(children, context).join('\n\n');
      return inner ? [inner.replace(/^/gm, '> ').replace(/^> $/gm, '>')] : [];
    }
    case 'pre':
      return [codeOf(element)];
    case 'table':
      return tableOf(element, context);
    case 'hr':
      return [];
    case 'dt': {
      const text = oneLine(blocksOf(children, context));
      return text ? [text.startsWith('**') ? text : `**${text}**`] : [];
    }
    default:
      return blocksOf(children, context);
  }
}

function listOf(element: Element, context: Context): string[] {
  const items: string[] = [];
  // Markdown has no numbers below zero.
  let number = Number(/^\s*(\d{1,9})\s*$/.exec(attr(element, 'start') ?? '')?.[1] ?? 1);
  let loose = false;
  for (const child of childrenOf(element)) {
    if (!context.hasKept(child)) continue;
    const blocks = blocksOf(isElement(child) && child.tagName === 'li' ? childrenOf(child) : [child], context);
    if (blocks.length === 0) continue;
    const marker = element.tagName === 'ol' ? `${number++}. ` : '- ';
    const tight = blocks.length === 1 || blocks.slice(1).every((block) => /^(?:- |\d+\. )/.test(block));
    if (!tight) loose = true;
    items.push(marker + indent(blocks.join(tight ? '\n' : '\n\n'), ' '.repeat(marker.length)));
  }
  return items.length > 0 ? [items.join(loose ? '\n\n' : '\n')] : [];
}

function codeOf(element: Element): string {
  let names = attr(element, 'class') ?? '';
  walkElements(element, (child) => {
    names += ` ${attr(child, 'class') ?? ''} ${attr(child, 'data-lang') ?? ''}`;
    return child.tagName === 'code' ? false : undefined;
  });
  const parent = element.parentNode;
  if (parent && 'tagName' in parent) names += ` ${attr(parent, 'class') ?? ''}`;
  const language = /(?:^|\s)(?:language-|lang-|highlight-source-|brush:\s{0,9})([\w+#-]{1,20})/i.exec(names)?.[1] ?? '';
  let code = '';
  const collect = (node: Node): void => {
    if (isText(node)) code += node.value;
    else if (isElement(node)) {
      if (node.tagName === 'br') code += '\n';
      else for (const child of childrenOf(node)) collect(child);
    }
  };
  collect(element);
  let longestRun = 2;
  for (const [run] of code.matchAll(/`+/g)) longestRun = Math.max(longestRun, run.length);
  const fence = '`'.repeat(longestRun + 1);
  return `${fence}${/^(?:none|plain|plaintext|text)$/i.test(language) ? '' : language.toLowerCase()}\n${code.replace(/^\n+/, '').trimEnd()}\n${fence}`;
}

function rowsOf(table: Element): Element[][] {
  const rows: Element[][] = [];
  const collect = (element: Element): void => {
    for (const child of childrenOf(element)) {
      if (!isElement(child)) continue;
      if (child.tagName === 'tr')
        rows.push(
          childrenOf(child).filter(
            (cell): cell is Element => isElement(cell) && (cell.tagName === 'td' || cell.tagName === 'th'),
          ),
        );
      else if (/^(?:thead|tbody|tfoot)$/.test(child.tagName)) collect(child);
    }
  };
  collect(table);
  return rows;
}

/** The cells of a layout table are written one below the other. */
function tableOf(table: Element, context: Context): string[] {
  const rows = rowsOf(table).filter((row) => row.some((cell) => context.hasKept(cell)));
  const width = Math.max(0, ...rows.map((row) => row.length));
  const cells = rows.map((row) => row.map((cell) => blocksOf(childrenOf(cell), context)));
  const layout =
    width < 2 ||
    width > 40 ||
    rows.length < 2 ||
    cells.some((row) =>
      row.some((cell) => cell.length > 6 || cell.some((block) => /^(?:```|#|\|)/.test(block) || block.length > 1500)),
    );
  const caption = childrenOf(table).filter((child) => isElement(child) && child.tagName === 'caption');
  const before = blocksOf(
    caption.flatMap((child) => childrenOf(child)),
    context,
  );
  if (layout) return [...before, ...cells.flat(2)];
  const lines = cells.map((row) => {
    const texts = row.map((cell) => oneLine(cell).replace(/\|/g, '\\|'));
    while (texts.length < width) texts.push('');
    return `| ${texts.join(' | ')} |`;
  });
  lines.splice(1, 0, `|${' --- |'.repeat(width)}`);
  return [...before, lines.join('\n')];
}
