import type { Language } from '../domain.ts';
import { dropHesitations } from './hesitations.ts';
import { words } from './words.ts';

const chineseLead =
  /^(?:(?:呃+|嗯+|啊+|哦+|噢+|额+|哎+|唉+|诶+|欸+|哈+|呢|嘛|对+吧?|是吧|是的|好+的?|行|OK|ok|okay|Okay|就是说|也就是说|就是|然后呢?|那么|所以说|怎么说呢|怎么讲|这个这个|那个那个|你知道吗?|我跟你说|另外的话|的话)(?=[，,、。\s])[，,、。\s]*|(?:呃+|嗯+|哦+|诶+|额(?=[，,、我你他这那])|然后呢?(?![面来期续])|那么(?!大(?!家)|好(?![，,])|重(?!点)|[小多少高长久快慢远近深难强美早晚贵热冷轻简复容])|就是说|(?:这个){2,}|(?:那个){2,})[，,、\s]*)/u;
const chineseLink =
  /^(?:而且|而(?![且是已言后为立])|所以说?|因此|但是|不过(?!\s?[\d一二两三四五六七八九十几百千数半]|是|如此)|另外|那(?=(?:其实|最后|现在|刚才|下面|第[一二三四五]|我们?|他们?|你们?|这[个些]?|如果|在|对于)))[，,、\s]*(?=\S{6})/u;
/** Unambiguous alternatives, so that matching takes linear time. 酒吧 and 做得对不对 end with words, not with fillers. */
const chineseTail =
  /(?:[，,、\s]*(?:对吧|是吧|[呃嗯啊]|(?<!哈)哈+|(?<![酒网贴书水迪氧茶])吧|(?<!喇)嘛)|[，,、\s]+(?:对不对|是不是|好不好|你知道吗|对+(?![吧不])|好吧|好(?![吧不])|这样子|然后|就是说|就是|那么|所以))+[。！!？?…，,、\s]*$/u;
const englishLead =
  /^(?:uh+|um+|erm?|ah+|oh|hm+|mm+|mhm|hmm+|huh|okay|ok|well|so|yeah|yep|yes|no(?!\.\s*\d)|right|alright|all right|sure|and|but|now|anyway|you know|i mean|like|actually|basically|anyhow|and then|because|'cause)(?:(?:\s*[,.…]+\s*)|\s+)(?=\S)/i;
/** Removed only when a comma sets them off: they also open clauses, or are words of other languages. */
const englishCommaOnly =
  /^(?:well|so|yes|no|right|all right|alright|sure|like|actually|basically|now|um|er|mm|you know|i mean|because|'cause|but)\b\s*[^,.…\s]/i;
/** `OK Computer`, `Oh Se-hoon`, `HMM Shipping`, and not `Oh I see`. */
const englishName = /^(?:[Oo][Kk]|[Oo]kay|[Oo]h|[Aa]h+|[Hh]uh|HMM|UM|UH|ER)\s+(?!I(?!\p{L}))\p{Lu}/u;

export function startsWithName(text: string): boolean {
  return englishName.test(text);
}
const englishLink = /^(?:and(?: then)?|(?:but|so)(?=\s*,))(?:\s*,\s*|\s+)(?=\S)/i;
/** Words that end sentences themselves are removed only behind a comma: `a human right`, `I think so`. */
const englishTail =
  /(?:\s*,\s*(?:you know|i mean|uh+|um+|right|okay|ok|yeah|so|or something|and stuff|and so on and so forth|and all that)|\s+(?:uh+|um+|or something|and stuff|and so on and so forth|and all that))+\s*[.,!?…]*$/i;

/** Only this many last characters are searched, as every place in them is tried. */
const END = 200;

const address =
  /^(?:(?:yes|no|well|again|thank you|thanks),? )?(?:mr|mister|madam|mrs|ms)\.? ?(?:chair(?:man|woman|person)?|speaker|president),\s+(?=\S)/i;

const chineseAside = /[，,]\s*(?:对吧|是吧|对不对|你知道吗?|怎么说呢)\s*(?=[，,。！？!?])/gu;
/** Stutters such as 我我, 这个这个 and 没有没有; 一个一个 and 看看 are words, and in 有团队，团队里 two clauses meet. */
const chineseStutter =
  /(?!一)(\p{Script=Han}{2,4}?)\1+|(?<=^|[\s，,。！？!?；;：:])(?!一)(\p{Script=Han}{2,4})(?:[，,、\s]+\2)+|([我你他她它这那是的就在有也去来能会要把让])\3+/gu;

const ownStutter = /^[我你他她它这那]/u;
/** Two characters that are one word, after which a stutter is still one: 就就是. */
const fleeting = /^(?:就[是要会能在有得]|有[一些点的人时]|的[是话]|能够|要是|在于)/u;

export function dropStutters(text: string, language: Language): string {
  const rest = dropHesitations(text, language);
  if (language !== 'zh') return rest;
  return rest
    .replace(chineseAside, '')
    .replace(chineseStutter, (run: string, phrase = '', apart = '', one = '', at: number, whole: string) =>
      one !== '' && run.length === 2 && isTwoWords(one, at, whole) ? run : phrase + apart + one,
    );
}

/** Words that the dictionary of `Intl.Segmenter` does not have. */
const unlisted = /^在[线校岗建押座逃]/u;

/** In 就就业, 委员会会 and 来来往往 both characters mean something. */
function isTwoWords(one: string, at: number, text: string): boolean {
  if (ownStutter.test(one)) return false;
  const after = text.slice(at + 1, at + 4);
  if (/^.(\p{Script=Han})\1/u.test(after)) return true;
  if (unlisted.test(after) || (isOneWord(after.slice(0, 2)) && !fleeting.test(after))) return true;
  const before = text.charAt(at - 1);
  if (/[是有就]/u.test(one)) return one === '就' && /[成造迁]/u.test(before);
  return (
    !/[我你他她它们也还都不只就才又再]/u.test(before) &&
    [1, 2].some((length) => at >= length && isOneWord(text.slice(at - length, at + 1)))
  );
}

function isOneWord(text: string): boolean {
  return words(text, 'zh')[0]?.text.length === text.length && text.length > 1;
}

/** Takes an end mark along with a filler. Written text, where `OK Computer` is a name, only loses links to what came before. */
export function trimFillers(text: string, language: Language, isSpoken = true): string {
  const trimmed = trimLoneQuote(language === 'zh' ? trimChinese(text, isSpoken) : trimEnglish(text, isSpoken));
  return trimmed === '' ? text.trim() : trimmed;
}

/** Trims the lone mark that is left of a quotation across sentences. */
function trimLoneQuote(text: string): string {
  const opens = text.match(/[“「『]/gu)?.length ?? 0;
  const closes = text.match(/[”」』]/gu)?.length ?? 0;
  const straight = (text.match(/"/g)?.length ?? 0) % 2 === 1;
  if (opens > closes || (straight && text.startsWith('"'))) return text.replace(/^["“「『]\s*/u, '');
  if (closes > opens || straight) return text.replace(/(?<!\s)\s*["”」』]$/u, '');
  return text;
}

function trimChinese(text: string, isSpoken: boolean): string {
  let rest = text.trim();
  for (let round = 0; round < 6; round += 1) {
    const next = (isSpoken ? rest.replace(chineseLead, '') : rest).replace(chineseLink, '');
    if (next === rest) break;
    rest = next;
  }
  return (isSpoken ? withoutEnd(rest, chineseTail) : rest)
    .replace(/^[，,、；;：:。.\s]+/u, '')
    .replace(/(?<![，,、；;：:\s])[，,、；;：:\s]+$/u, '');
}

function withoutEnd(text: string, pattern: RegExp): string {
  let rest = text;
  for (;;) {
    const from = Math.max(0, rest.length - END);
    const found = pattern.exec(rest.slice(from));
    if (!found) return rest;
    rest = rest.slice(0, from + found.index);
    if (from === 0) return rest;
  }
}

function trimEnglish(text: string, isSpoken: boolean): string {
  // `Mr. Chair, …` addresses a person, not the reader.
  let rest = isSpoken ? text.trim().replace(address, '') : text.trim().replace(englishLink, '');
  for (let round = 0; isSpoken && round < 8; round += 1) {
    if (englishCommaOnly.test(rest) || startsWithName(rest)) break;
    const next = rest.replace(englishLead, '');
    if (next === rest || !/\p{L}/u.test(next)) break;
    rest = next;
  }
  rest = (isSpoken ? withoutEnd(rest, englishTail) : rest).replace(/^[\s,.;:…-]+/u, '').replace(/(?<![\s,;:–-])[\s,;:–-]+$/u, '');
  return rest === '' ? rest : rest.charAt(0).toUpperCase() + rest.slice(1);
}
