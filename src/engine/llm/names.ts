/** Names cannot be paraphrased, so each name in a statement must occur in the source. */
import { chineseStopWords, englishStopWords } from '../text/stop-words.ts';

/** One or several words: `Jean-Luc Moreau`, `OpenAI`, 张志强, 《百年孤独》; of a transliterated name the part around its dots: 亚·马尔. */
export type Name = { words: string[] };

/** A full stop may be inside (`Node.js`, `U.S.`); after a lower-case letter and a full stop, a capital begins a new sentence. */
const latinWord =
  /\p{Script=Latin}(?:[\p{Script=Latin}\p{M}\d'’&+#-]|\.(?!(?<=\p{Ll}\.)\p{Lu}))*[\p{Script=Latin}\p{M}\d+#]|\p{Lu}/gu;
const opening =
  /(?:^|(?<!(?<!\p{L})(?:Dr|Mr|Mrs|Ms|Prof|St|Sen|Rep|Gen|Gov|Lt|Col|Rev|vs|No|\p{Lu}))\.["”’»)\]]?|[!?:;。！？：；]["”’»)\]]?|["“‘«(—–-])\s*$/u;

const BEFORE = 40;

/** Capitalised words, or Latin words in Chinese text, that name nothing checkable. */
const commonWords = new Set(
  'i am pm ok vs etc ai it tv pc id qa faq ceo cto cfo us uk eu usa un app api monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december english chinese thousand million billion trillion'.split(
    ' ',
  ),
);

/** Not names at the beginning of a sentence. */
const roles = new Set(
  'host hosts guest author speaker interviewer interviewee moderator professor doctor dr mr mrs ms president minister director chairman chair senator captain king queen sir lady judge company group team project management everyone everybody somebody anybody today tomorrow yesterday tonight'.split(
    ' ',
  ),
);
const speaks =
  /^ (?:also |then |later |now )?(?:says|said|argues|argued|thinks|thought|claims|claimed|believes|believed|explains|explained|asks|asked|tells|told|recalls|recalled|replies|replied|admits|admitted|warns|warned|proposes|proposed|recommends|recommended|wrote|writes)\b/u;

export function namesIn(text: string): Name[] {
  const names: Name[] = [];
  const chinese = /\p{Script=Han}/u.test(text);
  let last: { name: Name; end: number } | null = null;
  for (const match of text.matchAll(latinWord)) {
    const word = match[0].replace(/['’]s$/, '');
    const end = match.index + match[0].length;
    if (!(chinese ? isNameInChinese(word, text, match.index) : isName(word, text, match.index, match[0]))) continue;
    if (commonWords.has(word.toLowerCase())) continue;
    if (last && /^ (?:(?:of|of the|de|van|von|der|da|di) )?$/u.test(text.slice(last.end, match.index)))
      last.name.words.push(word);
    else {
      last = { name: { words: [word] }, end };
      names.push(last.name);
    }
    last.end = end;
  }
  if (chinese) for (const word of hanNames(text)) names.push({ words: [word] });
  return names;
}

/** A capital or digit within a sentence; at its beginning only before a possessive, a verb of saying or another name. */
function isName(word: string, text: string, start: number, whole: string): boolean {
  if (word.length < 2 || !/\p{Lu}/u.test(word) || isUnit(word, text, start)) return false;
  if (!/^\p{Lu}[\p{Ll}’']*$/u.test(word) || !opening.test(text.slice(Math.max(0, start - BEFORE), start))) return true;
  const lower = word.toLowerCase();
  if (englishStopWords.has(lower) || englishStopWords.has(whole.toLowerCase().replaceAll('’', "'")) || roles.has(lower))
    return false;
  const rest = text.slice(start + whole.length);
  return whole !== word || speaks.test(rest) || /^ \p{Lu}\p{Ll}+(?!\p{L})/u.test(rest);
}

function isNameInChinese(word: string, text: string, start: number): boolean {
  return /\p{Script=Latin}{2}/u.test(word) && !isUnit(word, text, start);
}

/** A unit behind a number: 4.5 kW, 3,200 mAh. */
function isUnit(word: string, text: string, start: number): boolean {
  return word.length <= 3 && /\d\s?$/.test(text.slice(Math.max(0, start - 2), start));
}

/** The commonest family names, without those that begin many other words. */
const families =
  '王李张刘陈杨赵吴周徐孙马朱胡郭林罗郑梁谢宋唐韩冯邓曹彭肖田董袁潘蒋蔡杜叶苏魏吕丁沈姚卢姜崔谭陆汪范廖贾韦付邹孟熊秦邱尹薛闫侯陶黎贺顾龚邵覃戴孔張劉陳楊趙吳孫馬羅鄭謝韓馮鄧蕭葉蘇魏呂盧譚陸範賈鄒閆賀顧龔';
const introduced =
  '先生|女士|小姐|教授|博士|老师|院士|总裁|总经理|董事长|主席|总统|总理|主任|部长|市长|校长|院长|所长|局长|记者|律师|医生|同学|导演';
const reports =
  '说道?|表示|认为|指出|强调|提到|介绍|解释|建议|回忆|透露|补充|主张|提出|坦言|回应|觉得|問|说明|說|認為|強調|介紹|解釋|建議|回憶|補充|主張|坦言|回應|覺得';
const reporting = new RegExp(`^(?:(?:先生|女士|老师)?(?:还|也|则)?)(?:${reports})`, 'u');
const person = new RegExp(`([${families}])(\\p{Script=Han}{1,2}?)(?=(${introduced})|(?:${reports}))`, 'gu');

/** Of a transliterated name only what is beside its dots is sure to belong to it: 作家加西亚·马尔克斯写了 gives 亚·马尔. */
const titleOrDotted = /《[^《》]{2,40}》|\p{Script=Han}(?:·\p{Script=Han}{1,8}(?=·)){0,8}·\p{Script=Han}{1,2}/gu;

/** Book titles in 《》, transliterated names with ·, and names that 先生 or 表示 follows. */
function hanNames(text: string): string[] {
  const names = [...text.matchAll(titleOrDotted)].map(([name]) => name);
  let cuts: Map<number, number> | undefined;
  for (const match of text.matchAll(person)) {
    const [name, , given = ''] = match;
    cuts ??= wordCuts(text);
    // 马上说 and 高层认为 look like names: a name must start at a word boundary and not be a dictionary word itself.
    const alone = cuts.get(match.index) === match.index + 1 && cuts.has(match.index + name.length);
    if (alone && !chineseStopWords.has(given) && !/^(?:[总總工董]$|[也都又还則则曾就并再只便先])/u.test(given)) names.push(name);
  }
  return names;
}

export function isSaidBy(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const rest = text.slice(at + name.length);
    if (speaks.test(rest) || reporting.test(rest)) return true;
  }
  return false;
}

function wordCuts(text: string): Map<number, number> {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  return new Map([...segmenter.segment(text)].map(({ index, segment }) => [index, index + segment.length]));
}
let segmenter: Intl.Segmenter | undefined;
