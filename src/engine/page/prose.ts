/**
 * Corrects the scores for articles. The people who marked reference texts agree on what belongs to an article, and too few pages
 * show it for a model to learn it in every language.
 */
import type { Block } from './blocks.ts';
import { isChineseDateline, isChineseNotice, isFurtherHeading } from './chinese-lines.ts';
import { isCaption } from './picture-captions.ts';
import { kindsOfBlock, textKinds, textKindsOf } from './text-kinds.ts';
import { attr, type Element, parentOf } from './tree.ts';

const bitsOf = (...kinds: (typeof textKinds)[number][]): number =>
  kinds.reduce((bits, kind) => bits | (1 << textKinds.indexOf(kind)), 0);
const related = bitsOf('related');
const endSigns = bitsOf('related', 'newsletter', 'legal', 'comments');
const notOpening = bitsOf('legal', 'newsletter', 'share', 'caption', 'shop', 'advert', 'related', 'comments');

const sumOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { words }) => sum + words, 0);
/** At least so many words, most of them not linked. */
export const isProse = ({ words, linkWords }: Block, least: number): boolean => words >= least && linkWords < words * 0.4;
const kindsOf = (block: Block): number => (block.words <= 60 ? kindsOfBlock(block) : 0);

const openingLength = 32;

/** A link such as `Read more: …` between two paragraphs. */
function leadsOut({ text, words, linkWords }: Block): boolean {
  if (words > 45 || !(linkWords > words * 0.3 || /[:：»›>→]$/.test(text))) return false;
  return (textKindsOf(text.slice(0, openingLength)) & related) !== 0;
}

/** In words. A longer text counts only if a sign is at its beginning or it has signs of several kinds. */
const shortSign = { chinese: 15, other: 30 };
const beginning = 24;
/** Chinese words of two characters, such as 游客 and 声明, are too common to be signs. */
const chineseSign =
  /^(?:特别|郑重)?声明|免责声明|版权(?:声明|所有|归)|未经.{0,6}(?:授权|许可|允许)|如有侵权|不代表.{0,12}(?:观点|立场)|仅供参考|(?:关注|下载|扫描?|打开|长按|搜索|点击).{0,14}(?:公众号|客户端|APP)|(?:扫描?|长按|识别|点击).{0,14}二维码.{0,20}(?:关注|加入|下载|进群|订阅|获取|参与|报名|咨询|添加)|(?:公众号|客户端|二维码|APP).{0,14}(?:关注|下载|扫|查看|阅读)|^(?:相关|延伸|推荐|更多)(?:阅读|新闻|文章|精彩|推荐)/i;

function isEndSign(block: Block): boolean {
  const { text, words, linkWords, cjk } = block;
  const isChinese = cjk > words * 0.5;
  if (isChineseNotice(block)) return true;
  const kinds = kindsOf(block) & endSigns;
  if (kinds === 0) return false;
  if (words <= (isChinese ? shortSign.chinese : shortSign.other) || linkWords > words * 0.3) return true;
  if (isChinese) return chineseSign.test(text);
  return (kinds & (kinds - 1)) !== 0 || (textKindsOf(text.slice(0, beginning)) & endSigns) !== 0;
}

/** Chinese paragraphs are shorter. */
const isParagraph = (block: Block): boolean => isProse(block, block.cjk > block.words * 0.5 ? 15 : 25);

/** Drops appeals, legal notices and links to further stories after the last paragraph. */
function dropEnd(blocks: readonly Block[], kept: boolean[]): void {
  const own = blocks.filter(({ index }) => kept[index]);
  const last = own.findLast((block) => isParagraph(block) && block.linkWords < block.words * 0.3 && !isEndSign(block));
  if (!last) return;
  let isBehindSign = false;
  for (const block of blocks.slice(last.index + 1)) {
    const isSign = isEndSign(block);
    isBehindSign ||= isSign && (kindsOf(block) & related) !== 0;
    // The list of links below `further stories`.
    if (isSign || (isBehindSign && block.linkWords > block.words * 0.8)) kept[block.index] = false;
  }
  dropLastLinks(own, kept);
}

const fewestBeforeLinks = 5;

/** Lines that are only a link, behind the last paragraph of an article: other stories. */
function dropLastLinks(own: readonly Block[], kept: boolean[]): void {
  if (own.filter(isParagraph).length < fewestBeforeLinks) return;
  for (const block of own.toReversed()) {
    if (!kept[block.index]) continue;
    if (!(block.owner.tagName === 'p' || block.owner.tagName === 'a' || block.owner.tagName === 'div')) return;
    if (block.words < 3 || block.linkWords < block.words * 0.9) return;
    kept[block.index] = false;
  }
}

/** `反侵权公告：`: the heading of a notice of the law, which ends a Chinese text however long the notice is. */
const legalHeading =
  /^[【[(（\s]{0,2}[\u4e00-\u9fff]{0,8}(?:版权|侵权|免责|法律|权利|风险|郑重|特别|转载|维权)(?:声明|公告|提示|提醒|告知|说明|须知|启事)[】\])）]?\s?[:：]?$/;
/** Share of the text that stands before such a heading. */
const leastBeforeNotice = 0.6;

function dropNotice(blocks: readonly Block[], kept: boolean[]): void {
  const total = sumOf(blocks.filter(({ index }) => kept[index]));
  let before = 0;
  for (const { index, text, words } of blocks) {
    if (!kept[index]) continue;
    if (before >= total * leastBeforeNotice && words <= shortSign.chinese && legalHeading.test(text)) {
      kept.fill(false, index);
      return;
    }
    before += words;
  }
}

/** A line of date, source and author between the title and the first paragraph. */
function dropDateline(blocks: readonly Block[], kept: boolean[]): void {
  for (const block of blocks) {
    if (!kept[block.index]) continue;
    if (isChineseDateline(block)) kept[block.index] = false;
    else if (isParagraph(block)) return;
  }
}

/** In words of paragraphs: less is no text that other stories could follow. */
const leastBeforeFurther = 60;
const fewestFurther = 2;
const longestTeaser = 60;

/** Titles that link to other stories, perhaps with teasers, below a Chinese heading that says so. */
function dropFurther(blocks: readonly Block[], kept: boolean[]): void {
  let before = 0;
  for (const block of blocks) {
    if (before >= leastBeforeFurther && isFurtherHeading(block)) {
      const rest = blocks.slice(block.index + 1);
      const titles = rest.filter(({ words, linkWords }) => linkWords >= words * 0.6).length;
      if (titles >= fewestFurther && titles >= rest.length * 0.3 && rest.every(isTeaser)) {
        kept.fill(false, block.index);
        return;
      }
    }
    if (kept[block.index] && isParagraph(block)) before += block.words;
  }
}

const isTeaser = ({ words, linkWords }: Block): boolean => words <= longestTeaser || linkWords >= words * 0.3;

const mostBeforeText = 12;
const mostBehindTitle = 6;

/** Keeps the standfirst: a sentence in larger type between title and first paragraph that says what the text is about. */
function keepOpening(blocks: readonly Block[], kept: boolean[]): void {
  const first = blocks.find((block) => kept[block.index] && block.words >= 20 && block.linkWords < block.words * 0.3)?.index ?? 0;
  const title = blocks.slice(0, first).findLast(({ owner }) => owner.tagName === 'h1')?.index ?? -1;
  if (title < 0 || first - title > mostBeforeText) return;
  const opening = blocks
    .slice(title + 1, Math.min(first, title + 1 + mostBehindTitle))
    .find((block) => !kept[block.index] && opens(block));
  if (opening) kept[opening.index] = true;
}

function opens(block: Block): boolean {
  const { text, words, linkWords, owner } = block;
  if (words < 8 || words > 90 || linkWords > 0 || /^(?:li|label|td|th|button)$/.test(owner.tagName)) return false;
  const isSentence = text.length >= 160 || /[.!?…。！？]["”“»]?$/.test(text);
  return isSentence && !isCaption(block) && !(kindsOf(block) & notOpening);
}

const commentNames =
  /(?:^|[-_\s])(?:comments?(?:[-_]?(?:list|area|body|section|box|content|text|wrap(?:per)?|item))?|pinglun|disqus|respond|kommentare?(?:[-_]?liste)?|kommentarer|commentaires?|coment[aá]rios?|commenti|reacties|komentarze?|hozz[aá]sz[oó]l[aá]s(?:ok)?|coments?)(?:$|[-_\s\d])/i;
const commentIds =
  /^(?:comments?|disqus_thread|kommentare|commentaires|comentarios|commenti|reacties|(?:lista-)?komentarz[ey])(?:[-_](?:list|section|area|wrapper|container))?$/i;
const levels = 6;

function isComment({ owner }: Block): boolean {
  let element: Element | null = owner;
  for (let level = 0; element && level < levels; level++) {
    if (/^(?:html|body|main)$/.test(element.tagName)) return false;
    // An id may be made of the words of a heading.
    if (commentNames.test((attr(element, 'class') ?? '').slice(0, 200)) || commentIds.test(attr(element, 'id') ?? ''))
      return true;
    element = parentOf(element);
  }
  return false;
}

/** In words. A shorter text may be the first post of a thread. */
const shortestCommented = 100;
const shortestWithMany = 250;
const fewestParagraphs = 4;

/** Drops comments below a text. Those of a thread, or longer than a short text, are what the page is for. */
function dropComments(blocks: readonly Block[], kept: boolean[], isThread: boolean): void {
  const own = blocks.filter(({ index }) => kept[index]);
  const comments = own.filter(isComment);
  const [first] = comments;
  if (!first) return;
  const isOneOf = new Set(comments);
  const many = sumOf(comments) > sumOf(own) * 0.5;
  const text = own.filter((block) => isProse(block, 25) && !isOneOf.has(block) && !(many && block.index > first.index));
  if (sumOf(text) < shortestCommented) return;
  if (many && (isThread || text.length < fewestParagraphs || sumOf(text) < shortestWithMany)) return;
  for (const { index } of comments) kept[index] = false;
}

/** Has little effect on pages that are not mostly prose, such as lists, shops and galleries. */
export function finishProse(blocks: readonly Block[], kept: boolean[], isThread = false): void {
  dropFurther(blocks, kept);
  const own = blocks.filter(({ index }) => kept[index]);
  const captions = own.filter(isCaption);
  const isOneOf = new Set(captions);
  const prose = sumOf(own.filter((block) => isProse(block, 15) && !isOneOf.has(block)));
  const all = sumOf(own);
  if (captions.length > 0 && prose >= all * 0.5 && sumOf(captions) <= all * 0.3)
    for (const { index } of captions) kept[index] = false;
  const rest = sumOf(blocks.filter(({ index }) => kept[index]));
  if (prose < rest * 0.7) return;
  for (const block of own) if (leadsOut(block)) kept[block.index] = false;
  dropComments(blocks, kept, isThread);
  dropDateline(blocks, kept);
  dropNotice(blocks, kept);
  dropEnd(blocks, kept);
  keepOpening(blocks, kept);
}
