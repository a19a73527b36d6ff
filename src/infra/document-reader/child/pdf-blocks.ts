import { type Block, isWide, joinText } from './blocks.ts';
import { type Line, lettersAndDigits, type OutlineEntry } from './pdf-lines.ts';

type Paragraph = { lines: Line[]; text: string; entry: OutlineEntry | null };
type Column = { left: number; right: number };

const headingScale = 1.15;
const longestHeading = 150;
const leastRunning = 3;
const columnGrid = 40;
const dotLeader = /(?<![.…·]\s?)(?:[.…·]\s?){6,}[\s\divxlc]*$/i;

/** Headings come from the outline, else from the font size. `largest`: the largest text of the first page, a likely title. */
export function composePages(
  pages: readonly Line[][],
  outline: readonly OutlineEntry[],
): { blocks: Block[]; largest: string | null } {
  const kept = withoutRunningLines(pages);
  const body = bodySize(kept);
  const paragraphs = toParagraphs(kept, outline);
  const largest = largestOf(paragraphs, body);
  const blocks = outline.length > 0 ? byOutline(paragraphs, outline) : bySize(paragraphs, body);
  return { blocks, largest };
}

/** Removes headers, footers and page numbers: lines that repeat at the edge of many pages, apart from the numbers of the pages. */
function withoutRunningLines(pages: readonly Line[][]): Line[][] {
  const edges = pages.map((lines) => {
    const byHeight = [...lines].sort((a, b) => b.y - a.y);
    return new Set([...byHeight.slice(0, 2), ...byHeight.slice(-2)]);
  });
  const running = runningLines(edges);
  const largest = bodySize(pages) * headingScale;
  const isPageNumber = ({ text, size }: Line): boolean =>
    pages.length >= leastRunning && size < largest && /^[-–—\s]*(?:\d{1,4}|[ivxlc]{1,7})[-–—\s]*$/i.test(text);
  const isRunning = (line: Line): boolean => running.same.has(line) || (running.counting.has(line) && line.size < largest);
  return pages.map((lines, index) =>
    lines.filter((line) => !dotLeader.test(line.text) && !(edges[index]?.has(line) && (isRunning(line) || isPageNumber(line)))),
  );
}

/** `same`: lines of one text on several pages. `counting`: lines that differ in the numbers of their pages or chapters. */
function runningLines(edges: readonly ReadonlySet<Line>[]): { same: ReadonlySet<Line>; counting: ReadonlySet<Line> } {
  const same = new Set<Line>();
  const counting = new Set<Line>();
  const lines = edges.flatMap((edge) => [...edge]);
  const place = (line: Line): number => Math.round(line.y / 4);
  for (const alike of Map.groupBy(lines, (line) => `${line.text}@${place(line)}`).values())
    if (countPages(alike) >= leastRunning) for (const line of alike) same.add(line);
  for (const alike of Map.groupBy(lines, (line) => `${line.text.replace(/\d+/g, '#')}@${place(line)}`).values())
    if (countPages(alike) >= leastRunning) for (const line of countingLines(alike)) counting.add(line);
  return { same, counting };
}

function countPages(lines: readonly Line[]): number {
  return new Set(lines.map(({ page }) => page)).size;
}

/** Such a number is not the page's, even where each page begins with the next one. */
const ownNumber =
  /(?:chapter|question|exercise|problem|lesson|lecture|unit|step|case|part|article|section)\s*$|(?:问题|习题|例|题|案例|步骤|单元)\s*$/iu;
const ownCounter = /^\s*(?:章|节|条|题|问|课|讲|回|部分|单元|步)/u;

/** Of lines that differ only in their numbers: those whose numbers each count the pages or repeat over them. */
function countingLines(alike: readonly Line[]): Line[] {
  const numbers = alike.map(({ text }) => [...text.matchAll(/\d+/g)]);
  let kept = [...alike.keys()];
  for (const at of (numbers[0] ?? []).keys()) {
    const values = numbers.map((found) => Number(found[at]?.[0]));
    if (new Set(values).size * 2 <= alike.length) continue;
    const [match] = numbers.map((found) => found[at]);
    const text = alike[0]?.text ?? '';
    const after = text.slice((match?.index ?? 0) + (match?.[0].length ?? 0));
    if (ownNumber.test(text.slice(0, match?.index)) || ownCounter.test(after)) return [];
    const byOffset = Map.groupBy(kept, (index) => (values[index] ?? 0) - (alike[index]?.page ?? 0));
    kept = [...byOffset.values()].filter((indexes) => indexes.length >= leastRunning).flat();
  }
  return kept.flatMap((index) => alike[index] ?? []);
}

function bodySize(pages: readonly Line[][]): number {
  const weights = new Map<number, number>();
  for (const line of pages.flat()) weights.set(line.size, (weights.get(line.size) ?? 0) + line.text.length);
  return [...weights].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])[0];
}

function toParagraphs(pages: readonly Line[][], outline: readonly OutlineEntry[]): Paragraph[] {
  const entries = new Map<string, OutlineEntry>();
  for (const entry of outline) entries.set(`${entry.page}:${lettersAndDigits(entry.title)}`, entry);
  const paragraphs: Paragraph[] = [];
  const hyphenated = hyphenatedWords(pages);
  let columns = new Map<number, Column>();
  let pitch = 0;
  for (const lines of pages) {
    const before = paragraphs.at(-1)?.lines.at(-1);
    columns = columnsOf(lines);
    pitch = pitchOf(lines);
    for (const [index, line] of lines.entries()) {
      const last = lines[index - 1] ?? before;
      const open = paragraphs.at(-1);
      const entry = entryOf(line, entries);
      const goesOn = open && last && !entry && !open.entry && continues(last, line, columns, pitch);
      if (goesOn) {
        open.lines.push(line);
        open.text = joinLine(open.text, line.text, hyphenated);
      } else paragraphs.push({ lines: [line], text: line.text, entry });
    }
  }
  return paragraphs;
}

function entryOf(line: Line, entries: ReadonlyMap<string, OutlineEntry>): OutlineEntry | null {
  const plain = line.text.replace(/^(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){0,5}\.?\s+/, '');
  return (
    entries.get(`${line.page}:${lettersAndDigits(line.text)}`) ?? entries.get(`${line.page}:${lettersAndDigits(plain)}`) ?? null
  );
}

function columnsOf(lines: readonly Line[]): Map<number, Column> {
  const columns = new Map<number, Column>();
  for (const line of lines) {
    const key = Math.round(line.left / columnGrid);
    for (const near of [key - 1, key, key + 1]) {
      const column = columns.get(near);
      if (!column) columns.set(near, { left: line.left, right: line.right });
      else {
        column.left = Math.min(column.left, line.left);
        column.right = Math.max(column.right, line.right);
      }
    }
  }
  return columns;
}

function pitchOf(lines: readonly Line[]): number {
  const distances: number[] = [];
  for (const [index, line] of lines.entries()) {
    const distance = (lines[index - 1]?.y ?? line.y) - line.y;
    if (distance > line.size * 0.8 && distance < line.size * 2.5) distances.push(distance);
  }
  distances.sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 4)] ?? 0;
}

const bullet = /^(?:[•‣▪■●○◦◆]\s?|[-–—]\s)/u;
const numbered =
  /^(?:\(?\d{1,3}[.)]\s|\[\d{1,4}\]|[（(][一二三四五六七八九十\d]{1,3}[）)]|[一二三四五六七八九十]{1,3}、|第[一二三四五六七八九十百\d]{1,5}[章节条])/u;
const sentenceEnd = /[.!?。！？…:：;；]["'”’」』）)\]]{0,3}$/u;

function continues(last: Line, line: Line, columns: ReadonlyMap<number, Column>, pitch: number): boolean {
  if (Math.abs(last.size - line.size) > Math.max(last.size, line.size) * 0.1) return false;
  if (bullet.test(line.text) || numbered.test(line.text)) return false;
  const distance = last.y - line.y;
  if (last.page !== line.page || distance < -line.size * 0.5) {
    // Only an unfinished sentence continues on the next page or column.
    return !sentenceEnd.test(last.text) && /^[\p{Ll}\p{Lo}]/u.test(line.text);
  }
  if (distance > Math.max(pitch * 1.3, line.size * 1.25)) return false;
  const column = columns.get(Math.round(line.left / columnGrid));
  if (!column) return true;
  const listed = bullet.test(last.text) || numbered.test(last.text);
  const indented = line.left - last.left > line.size * 0.8 && last.left - column.left < line.size * 0.5;
  if (indented && !listed) return false;
  if (hasRoomFor(line, last, column)) return false;
  return !(
    column.right - last.right > Math.max(line.size * 4, (column.right - column.left) * 0.15) && sentenceEnd.test(last.text)
  );
}

/** If the next word would have fitted on the line, the line break ends a paragraph. */
function hasRoomFor(line: Line, last: Line, column: Column): boolean {
  if (/\p{L}[-‐]$/u.test(last.text)) return false;
  const [word = ''] = /^\S+/.exec(line.text) ?? [];
  const width = isWide(word[0] ?? '') ? 1 : word.length * 0.5;
  return column.right - last.right > (width + 3) * line.size;
}

/** Words that have a hyphen within a line also keep it when they are broken at a line end. */
function hyphenatedWords(pages: readonly Line[][]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const line of pages.flat())
    for (const [word] of line.text.matchAll(/\p{L}{2,30}-\p{L}{2,30}/gu)) words.add(word.toLowerCase());
  return words;
}

function joinLine(before: string, after: string, hyphenated: ReadonlySet<string>): string {
  const head = /(\p{Ll}{1,30})[-‐]$/u.exec(before.slice(-40))?.[1];
  const tail = /^\p{Ll}{1,30}/u.exec(after)?.[0];
  if (head === undefined || tail === undefined) return joinText(before, after);
  return hyphenated.has(`${head}-${tail}`) ? before + after : before.slice(0, -1) + after;
}

function toBlock({ text, lines }: Paragraph): Block {
  const page = lines[0]?.page ?? 1;
  return bullet.test(text)
    ? { type: 'item', text: text.replace(bullet, ''), depth: 0, ordered: false, page }
    : { type: 'paragraph', text, page };
}

function byOutline(paragraphs: readonly Paragraph[], outline: readonly OutlineEntry[]): Block[] {
  const found = new Set(paragraphs.flatMap(({ entry }) => (entry ? [entry] : [])));
  // Outline entries that are not found in the text become headings at the top of their page.
  const missing = outline.filter((entry) => !found.has(entry)).toSorted((a, b) => a.page - b.page);
  const blocks: Block[] = [];
  let next = 0;
  const headUpTo = (page: number): void => {
    for (let entry = missing[next]; entry && entry.page <= page; entry = missing[++next])
      blocks.push({ type: 'heading', level: entry.level, text: entry.title, page: entry.page, onlyListed: true });
  };
  const used = new Set<OutlineEntry>();
  for (const paragraph of paragraphs) {
    const page = paragraph.lines[0]?.page ?? 1;
    headUpTo(page);
    const { entry } = paragraph;
    if (entry && !used.has(entry)) blocks.push({ type: 'heading', level: entry.level, text: paragraph.text, page });
    else blocks.push(toBlock(paragraph));
    if (entry) used.add(entry);
  }
  headUpTo(Number.POSITIVE_INFINITY);
  return blocks;
}

function bySize(paragraphs: readonly Paragraph[], body: number): Block[] {
  const found = paragraphs.filter((paragraph, index) => {
    const { lines, text } = paragraph;
    return (
      (lines[0]?.size ?? 0) >= body * headingScale &&
      text.length <= longestHeading &&
      /\p{L}/u.test(text) &&
      !/[.。;；,，]$/u.test(text) &&
      !bullet.test(text) &&
      !(
        isNumbered(paragraph) &&
        [paragraphs[index - 1], paragraphs[index + 1]].some((near) => near && isNumbered(near, paragraph))
      )
    );
  });
  const headings = new Set(found);
  const sizes = [...new Set(found.map(({ lines }) => Math.round(lines[0]?.size ?? 0)))].sort((a, b) => b - a);
  return paragraphs.map((paragraph) => {
    if (!headings.has(paragraph)) return toBlock(paragraph);
    const level = Math.min(3, sizes.indexOf(Math.round(paragraph.lines[0]?.size ?? 0)) + 1);
    return { type: 'heading', level, text: paragraph.text, page: paragraph.lines[0]?.page ?? 1 };
  });
}

/** Several numbered paragraphs of one size are the points of a slide; a numbered heading has text below it. */
function isNumbered({ lines, text }: Paragraph, like?: Paragraph): boolean {
  const size = Math.round(lines[0]?.size ?? 0);
  return numbered.test(text) && (like === undefined || size === Math.round(like.lines[0]?.size ?? 0));
}

function largestOf(paragraphs: readonly Paragraph[], body: number): string | null {
  const first = paragraphs.filter(({ lines, text }) => lines[0]?.page === 1 && /\p{L}{2}/u.test(text) && text.length <= 200);
  const largest = first.reduce<Paragraph | null>(
    (best, each) => ((each.lines[0]?.size ?? 0) > (best?.lines[0]?.size ?? 0) ? each : best),
    null,
  );
  return largest && (largest.lines[0]?.size ?? 0) >= body * headingScale ? largest.text : null;
}
