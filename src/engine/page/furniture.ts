/**
 * Drops what surrounds a text: commands, embed codes, and elements whose names say that they are not text. The models saw
 * too few shops and lists of each kind to learn this.
 */
import type { Block, BlockTree, ElementInfo } from './blocks.ts';
import { isChineseFurniture } from './chinese-lines.ts';
import { attr, type Element, parentOf } from './tree.ts';

const named = new RegExp(
  `(?:^|[-_\\s])(?:${[
    'related|recommend(?:ed|ations?)?|cross-?sells?|up-?sells?|also-?(?:bought|viewed|like)|recently-?viewed|similar|alternative|variations?',
    'newsletter|subscribe|popup|overlay|banner|cta|call-?to-?action|disclaimer|size-?(?:guide|chart)|currency|comment-?form|form-?legal',
    'breadcrumbs?|menu|filters?|badge|share|sharing|social-?links|signature|credits?|sr-?only|player',
    'xiangguan|tuijian|fenxiang|guanggao',
  ].join('|')})(?:$|[-_\\s])`,
  'i',
);
/** The pane with the author's details beside each post of a forum. */
const pane =
  /(?:^|[-_\s])(?:post-?profile|author-?pane|user-?(?:info|details|extras|profile)|message-?user|poster|member-?info)(?:$|[-_\s])/i;
const command = new RegExp(
  `^(?:${[
    '(?:read|learn|see|view|show|load|discover|find out|explore) (?:more|all|details?|less)|(?:buy|shop|order|book|apply|sign up|subscribe|download|register|join|enroll) (?:it )?(?:now|today)|add to (?:cart|bag|basket|wish ?list|compare)|get (?:started|a quote)|log ?in|sign ?in|save|share|print|reply|report|like|follow|back to top|skip to (?:main )?content|quick view|select options|toggle caption|enlarge (?:this )?image|advertisement|write a review|click here to .{0,20}',
    '(?:mehr|alle|weitere) (?:lesen|anzeigen|ansehen|erfahren|laden)|weiterlesen|jetzt (?:kaufen|bestellen|buchen|lesen)|in den warenkorb|anmelden|teilen|drucken|antworten|anzeige',
    '(?:查看|阅读|显示|加载|了解)(?:更多|全部|全文|详情)|(?:立即|马上)(?:购买|下载|注册|报名|咨询)|加入购物车|分享|收藏|点赞|回复|举报|打印|打印本页|关闭窗口|返回顶部|登录|注册|只看该作者|倒序浏览',
  ].join('|')})[ .!»›>→:…]{0,3}$`,
  'i',
);
/** Labels that stand in one line on Chinese pages: `【大 中 小】 【打印】 【关闭窗口】`. */
const chineseLabels = new Set(
  `打印 打印本页 打印此页 打印文章 打印本文 关闭 关闭窗口 关闭本页 返回 返回顶部 返回首页 返回列表 回到顶部 收藏 收藏本文 收藏本页 加入收藏 设为首页
  分享 分享到 分享至 转发 推荐 推荐给好友 评论 我要评论 发表评论 查看评论 网友评论 进入论坛 复制地址 复制链接 复制网址 举报 纠错 我要纠错 我要投稿
  大 中 小 特大 字体 字号 字体大小 微信 朋友圈 微博 新浪微博 腾讯微博 QQ空间 QQ好友 QQ 人人网 豆瓣 空间 人人 点赞 赞 踩 顶 回复 关注
  上一页 下一页 首页 尾页 末页 扫一扫 订阅`.split(/\s+/),
);
const longestLabels = 60;
/** Addresses for links back, the program behind the page, advertisements for messages by phone. */
const machineLine =
  /^(?:(?:本文)?(?:通告)?引用(?:通告)?(?:地址|链接|网址|\s?[(（]trackback)|trackback(?:\s(?:url|address))?\s?[:：]|powered by:?\s(?:discuz|phpwind|phpbb|vbulletin|dedecms|phpcms|wordpress|typecho|z-?blog|hexo|dvbbs|lblog|pj-?blog|oblog)\b|页\s?[:：]\s?\[1\]|(?:发送|编辑短信)\S{1,10}到\s?\d{4,12})/i;
const longestMachineLine = 25;
/** `Mark the mistake and press Ctrl+Enter`, in many languages; manuals name the keys too. */
const asksForMistakes = /\bctrl\s?\+\s?enter\b/i;
const mistakes = /\b(?:mistake|error|typo|fehler|redak|editor|erreur|błąd|kļūd)|ошибк|опечатк|помилк|редак/i;
const longestPlea = 40;
/** `5 min read`. */
const readingTime =
  /^(?:(?:estimated |approximate )?read(?:ing)? time\s?[:：]?\s?\d.{0,16}|(?:about |ca\. )?\d{1,3}[- ]min(?:ute)?s?\.? (?:read|lesezeit)|lesezeit\s?[:：]?\s?(?:ca\. )?\d.{0,16}|(?:预计|全文)?阅读(?:时间|时长|需)?(?:约|大约)?\s?[:：]?\s?\d{1,3}\s?分钟)$/i;
const longestReadingTime = 8;
const breadcrumb = /^[^\n>›»→/:]{1,30}\s(?:>|›|»|→|\/|>>|::)\s[^\n>›»→]{1,60}\s(?:>|›|»|→|\/|>>|::)(?:\s|$)/;
const embedCode = /<(?:iframe|script)\b[^<>]{0,400}\bsrc=/i;
/** What forum software adds to a post: who edited it, the size of a file. */
const postNote =
  /^(?:(?:last|zuletzt) (?:edited|modified|updated|geändert|bearbeitet) (?:by|on|von|am) .{1,90}|edited .{3,40} by \S.{0,40}|本[帖文]最后由.{1,40}(?:编辑|修改)|\(?[\d.,]{1,9} ?[KMG]i?B\)? (?:downloaded|viewed|heruntergeladen|betrachtet) .{1,20})$/i;
const longestPostNote = 25;
/** An editor of a text is named too, without it. */
const whenOrHowOften =
  /^\(?\d[\d.,]{0,8} ?[KMG]|编辑$|修改$|\d{1,2}:\d{2}|\d{1,4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,4}|\b\d{1,2}(?:st|nd|rd|th|\.)? \p{L}{3,9}[.,]{0,2} \d{4}\b|\b\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b|\b\d{1,4} (?:times?|mal)\b|\b(?:ago|today|yesterday|heute|gestern)\b/iu;
const replySubject = /^(re|aw|antw|sv|回复|回覆|答复)(?:\[\d{1,3}\])?\s?[:：]\s?(\S.*)$/is;
const fewestReplies = 3;

/** If an element holds a larger share of the text, its name means something else. */
const mostNamed = 0.3;
const mostPanes = 0.4;
const fewestPanes = 3;
const longestInPane = 15;
const longestCommand = 30;
const mostForm = 0.2;
const fewestInMenu = 12;
const longestInMenu = 3;

const namesOf = (element: Element): string => `${attr(element, 'class') ?? ''} ${attr(element, 'id') ?? ''}`.slice(0, 300);

/** `Save this event: …`. A button that opens a part of the text is the heading of that part. */
function isCommand({ owner, words }: Block): boolean {
  if (words > longestCommand) return false;
  let button: Element | null = null;
  let element: Element | null = owner;
  for (let level = 0; element && level < 8; level++) {
    if (/^(?:h[1-6]|summary|dt)$/.test(element.tagName)) return false;
    if (level < 5 && (element.tagName === 'button' || attr(element, 'role') === 'button')) button ??= element;
    element = parentOf(element);
  }
  return button !== null && attr(button, 'aria-controls') === null && attr(button, 'aria-expanded') === null;
}

const isCommandWord = ({ text, words, owner }: Block): boolean =>
  words <= 5 && !/^(?:h[1-6]|pre|t[dh]|dt)$/.test(owner.tagName) && command.test(text);

function isLineOfLabels({ text, owner }: Block): boolean {
  if (text.length > longestLabels || owner.tagName === 'th' || !/\p{Script=Han}/u.test(text)) return false;
  const labels = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return labels.length >= 2 && labels.every((label) => chineseLabels.has(label));
}

const isMachineLine = ({ text, words, owner }: Block): boolean =>
  words <= longestMachineLine && !/^(?:pre|code|h[1-6])$/.test(owner.tagName) && machineLine.test(text);

const isReadingTime = ({ text, words, owner }: Block): boolean =>
  words <= longestReadingTime && !/^(?:pre|code|h[1-6]|t[dh])$/.test(owner.tagName) && readingTime.test(text);

const isPleaForMistakes = ({ text, words }: Block): boolean =>
  words <= longestPlea && asksForMistakes.test(text) && mistakes.test(text);

const isBreadcrumb = ({ text, words, linkWords }: Block): boolean =>
  words <= 25 && linkWords > words * 0.4 && breadcrumb.test(text);

const isAskedFor = (element: Element): boolean => element.tagName === 'dialog' || attr(element, 'role') === 'dialog';

/** A menu: many short links in a row, before the text. */
function dropMenu(blocks: readonly Block[], kept: boolean[]): void {
  const own = blocks.filter(({ index }) => kept[index]);
  const text = own.find(({ words, linkWords }) => words >= 15 && linkWords < words * 0.4)?.index ?? 0;
  let run: number[] = [];
  for (const { index, words, linkWords } of blocks.slice(0, text + 1)) {
    if (kept[index] && words > 0 && words <= longestInMenu && linkWords >= words * 0.95) {
      run.push(index);
      continue;
    }
    if (run.length >= fewestInMenu) for (const link of run) kept[link] = false;
    run = [];
  }
}

const isPostNote = ({ text, words }: Block): boolean =>
  words <= longestPostNote && postNote.test(text) && whenOrHowOften.test(text);

/** `Re: Which oil?` above every answer. In Chinese the answer itself may follow: there the page names the subject too. */
function dropReplySubjects(blocks: readonly Block[], kept: boolean[]): void {
  const texts = new Set(blocks.map(({ text }) => text));
  const replies = new Map<string, number[]>();
  for (const { index, text, words } of blocks) {
    if (!kept[index] || words > longestPostNote) continue;
    const [, prefix = '', subject] = replySubject.exec(text) ?? [];
    if (subject === undefined || (/\p{Script=Han}/u.test(prefix) && !texts.has(subject))) continue;
    const own = replies.get(subject);
    if (own) own.push(index);
    else replies.set(subject, [index]);
  }
  for (const own of replies.values()) if (own.length >= fewestReplies) for (const index of own) kept[index] = false;
}

const isEmbedCode = ({ text, owner }: Block): boolean =>
  !/^(?:pre|code|td)$/.test(owner.tagName) && embedCode.test(text.slice(0, 2000));

const furnitureTests: readonly ((block: Block) => boolean)[] = [
  isCommand,
  isCommandWord,
  isLineOfLabels,
  isMachineLine,
  isPleaForMistakes,
  isReadingTime,
  isBreadcrumb,
  isEmbedCode,
  isPostNote,
];

export function dropFurniture({ blocks, infos }: BlockTree, kept: boolean[]): void {
  const sums = [0];
  for (const { index, words } of blocks) sums.push((sums[index] ?? 0) + (kept[index] ? words : 0));
  const total = sums[blocks.length] ?? 0;
  const keptIn = ({ first, last }: ElementInfo): number => (sums[last + 1] ?? 0) - (sums[first] ?? 0);
  const panes = new Map<string, ElementInfo[]>();
  const unwanted: ElementInfo[] = [];
  for (const [element, info] of infos) {
    if (info.first < 0 || /^(?:html|body|main|article)$/.test(element.tagName)) continue;
    const words = keptIn(info);
    if (words === 0) continue;
    const names = element.attrs.length > 0 ? namesOf(element) : '';
    if (element.tagName === 'aside' || pane.test(names)) {
      const own = panes.get(info.signature);
      if (own) own.push(info);
      else panes.set(info.signature, [info]);
    }
    const isNamed = words <= total * mostNamed && (named.test(names) || isAskedFor(element));
    if (isNamed || (element.tagName === 'form' && words <= total * mostForm)) unwanted.push(info);
  }
  for (const { first, last } of unwanted) kept.fill(false, first, last + 1);
  for (const own of panes.values()) {
    if (own.length < fewestPanes || own.reduce((sum, info) => sum + keptIn(info), 0) > total * mostPanes) continue;
    for (const { index, words, owner } of own.flatMap(({ first, last }) => blocks.slice(first, last + 1)))
      if (words <= longestInPane && !/^h[1-6]$/.test(owner.tagName)) kept[index] = false;
  }
  const chinese = blocks.reduce((sum, { index, cjk }) => sum + (kept[index] ? cjk : 0), 0) > total * 0.5;
  for (const block of blocks) {
    if (!kept[block.index]) continue;
    if (chinese && isChineseFurniture(block)) kept[block.index] = false;
    if (furnitureTests.some((test) => test(block))) kept[block.index] = false;
  }
  dropMenu(blocks, kept);
  dropReplySubjects(blocks, kept);
}
