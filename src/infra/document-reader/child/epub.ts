import { posix } from 'node:path';
import { readXml, type XmlAttributes } from '#lib/read-xml.ts';
import { documentLimits } from '../child-messages.ts';
import { type Block, type DocumentContent, tidyText } from './blocks.ts';
import { decodeXml } from './decode-xml.ts';
import { DocumentError, damaged, encrypted } from './fail.ts';
import { readFields } from './office-properties.ts';
import { isoDay } from './pdf-metadata.ts';
import { realTitle } from './real-title.ts';
import { readXhtml } from './xhtml.ts';
import type { Zip } from './zip.ts';

type Item = { id: string; path: string; type: string; properties: string };
type Package = { items: Map<string, Item>; spine: string[]; tocId: string | null; coverId: string | null };

/** Font obfuscation does not encrypt the text. */
const fontObfuscation = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;

/** Throws a DocumentError: `encrypted` for protected books, `damaged` when required parts are missing. */
export async function readEpub(zip: Zip): Promise<DocumentContent> {
  await refuseProtected(zip);
  const packagePath = rootFile(await textOf(zip, 'META-INF/container.xml'));
  const opf = packagePath === null ? null : await textOf(zip, packagePath);
  if (packagePath === null || opf === null) throw damaged('no package file');
  const book = readPackage(opf, packagePath);
  const titles = await chapterTitles(zip, book);
  const blocks: Block[] = [];
  let characters = 0;
  let missing = 0;
  for (const id of book.spine) {
    const item = book.items.get(id);
    const source = item ? await textOf(zip, item.path) : null;
    if (!item || source === null) {
      missing++;
      continue;
    }
    const isContents = /\bnav\b/.test(item.properties);
    const chapter = isContents ? [] : readXhtml(source);
    characters += source.length;
    if (characters > documentLimits.decodedBytes) throw new DocumentError('document_too_large', null, 'more than is unpacked');
    blocks.push(...headed(chapter, titles.get(item.path) ?? null));
  }
  if (missing > 0) throw damaged(`${missing} chapters are missing`);
  return { format: 'epub', ...readMetadata(opf), pages: null, blocks, cover: await coverOf(zip, book), scanned: false };
}

function headed(chapter: Block[], title: string | null): Block[] {
  if (chapter.length === 0 || title === null) return chapter;
  const opening = chapter.slice(0, 3);
  if (opening.some((block) => block.type === 'heading')) return chapter;
  const [first, ...rest] = chapter;
  const repeated = first && 'text' in first && first.text === title;
  return [{ type: 'heading', level: 1, text: title }, ...(repeated ? rest : chapter)];
}

async function refuseProtected(zip: Zip): Promise<void> {
  const xml = await textOf(zip, 'META-INF/encryption.xml');
  if (xml === null) return;
  readXml(xml, 'local', {
    open(name, attributes) {
      if (name === 'EncryptionMethod' && !fontObfuscation.test(attributes.get('Algorithm') ?? ''))
        throw encrypted('protected book');
    },
  });
}

async function textOf(zip: Zip, path: string): Promise<string | null> {
  const bytes = await zip.read(path);
  return bytes ? decodeXml(bytes) : null;
}

function rootFile(container: string | null): string | null {
  let path: string | null = null;
  readXml(container ?? '', 'local', {
    open(name, attributes) {
      if (name === 'rootfile') path ??= attributes.get('full-path') ?? null;
    },
  });
  return path;
}

function readPackage(opf: string, packagePath: string): Package {
  const book: Package = { items: new Map(), spine: [], tocId: null, coverId: null };
  readXml(opf, 'local', {
    open(name, attributes) {
      const field = (key: string): string => attributes.get(key) ?? '';
      if (name === 'item' && field('id') !== '') {
        const path = pathFrom(packagePath, field('href'));
        book.items.set(field('id'), { id: field('id'), path, type: field('media-type'), properties: field('properties') });
        if (/\bcover-image\b/.test(field('properties'))) book.coverId = field('id');
      } else if (name === 'spine') book.tocId = attributes.get('toc') ?? null;
      else if (name === 'itemref') book.spine.push(field('idref'));
      else if (name === 'meta' && field('name') === 'cover') book.coverId ??= field('content');
    },
  });
  if (book.spine.length === 0) throw damaged('a book without chapters');
  book.spine = [...new Set(book.spine)];
  return book;
}

function pathFrom(file: string, address: string): string {
  const [plain = ''] = address.split('#');
  let decoded = plain;
  try {
    decoded = decodeURIComponent(plain);
  } catch {
    // Some books contain an unescaped percent sign.
  }
  return posix.normalize(posix.join(posix.dirname(file), decoded));
}

/** Chapter titles by file, from the navigation document (EPUB 3) or the NCX (EPUB 2). The first title of a file counts. */
async function chapterTitles(zip: Zip, book: Package): Promise<Map<string, string>> {
  const items = [...book.items.values()];
  const nav = items.find(({ properties }) => /\bnav\b/.test(properties));
  const ncx = book.items.get(book.tocId ?? '') ?? items.find(({ type }) => type === 'application/x-dtbncx+xml');
  const fromNav = nav
    ? readTitles((await textOf(zip, nav.path)) ?? '', nav.path, { label: 'a', target: 'a', address: 'href' })
    : null;
  if (fromNav && fromNav.size > 0) return fromNav;
  return ncx
    ? readTitles((await textOf(zip, ncx.path)) ?? '', ncx.path, { label: 'text', target: 'content', address: 'src' })
    : new Map();
}

type TitleMarks = { label: string; target: string; address: string };

function readTitles(xml: string, path: string, marks: TitleMarks): Map<string, string> {
  const titles = new Map<string, string>();
  let label: string | null = null;
  let target: string | null = null;
  let isOpen = false;
  let other: { name: string; depth: number } | null = null;
  const note = (): void => {
    const title = tidyText(label ?? '').slice(0, 300);
    if (target !== null && title !== '' && !titles.has(target)) titles.set(target, title);
  };
  readXml(xml, 'local', {
    open(name, attributes) {
      if (other?.name === name) other.depth++;
      else if (!other && isOtherList(name, attributes)) other = { name, depth: 1 };
      if (other) return;
      if (name === marks.label) {
        label = '';
        isOpen = true;
      }
      if (name === marks.target && attributes.has(marks.address)) {
        target = pathFrom(path, attributes.get(marks.address) ?? '');
        // In the NCX, a chapter's label comes before its address.
        if (marks.label !== marks.target) note();
      }
    },
    text(text) {
      if (isOpen) label = `${label ?? ''}${text}`;
    },
    close(name) {
      if (other?.name === name && --other.depth === 0) other = null;
      if (other || name !== marks.label) return;
      isOpen = false;
      if (marks.label === marks.target) note();
    },
  });
  return titles;
}

/** Lists of pages, figures and parts of the book stand beside the contents and name no chapters. */
function isOtherList(name: string, attributes: XmlAttributes): boolean {
  if (name === 'nav') return !/(?:^|[\s-])toc\b/.test(attributes.get('type') ?? 'toc');
  return name === 'pageList' || name === 'navList';
}

function readMetadata(opf: string): Pick<DocumentContent, 'title' | 'author' | 'publishedAt' | 'language' | 'description'> {
  const fields = readFields(opf, new Set(['title', 'creator', 'language', 'date', 'description'])).filter(
    ({ text }) => text !== '',
  );
  const first = (name: string): string | null => fields.find((field) => field.name === name)?.text ?? null;
  const dates = fields.filter(({ name }) => name === 'date');
  const published = dates.find(({ attributes }) => attributes.get('event') === 'publication') ?? dates[0];
  const authors = fields.filter(({ name }) => name === 'creator').map(({ text }) => text);
  return {
    title: realTitle(first('title')),
    author: authors.length > 0 ? authors.slice(0, 10).join(', ') : null,
    publishedAt: isoDay(published?.text ?? null),
    language: first('language'),
    description:
      first('description')
        ?.replace(/<[^<>]{0,200}>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim() ?? null,
  };
}

async function coverOf(zip: Zip, book: Package): Promise<Uint8Array | null> {
  const item = book.items.get(book.coverId ?? '');
  try {
    return item ? await zip.read(item.path) : null;
  } catch {
    return null;
  }
}
