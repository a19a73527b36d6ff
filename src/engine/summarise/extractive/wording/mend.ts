import type { Language } from '../../../domain.ts';
import { isShortWord } from './short-words.ts';

type Mending = readonly (readonly [RegExp, string])[];

const chinese: Mending = [
  // 对吧 between marks is removed; between words a comma replaces it. 做得对不对 is no filler.
  [/(?<![，,、\s])(?:[，,、\s]*(?:对吧|是吧|怎么[说讲]呢)|[，,、\s]+(?:对不对|你知道吗))(?=[，,。；！？!?\s]|$)/gu, ''],
  [/(?<=\p{Script=Han}|[\p{L}\p{N}])\s?(?:对吧|是吧)\s?(?=[\p{L}\p{N}])/gu, '，'],
  [/(?<=[，,。；])\s?就是说[，,\s]?/gu, ''],
  [/(但是?|所以|然后|另外|首先|其次|最后|本身|其实|目前|现在|[我他你]们?)(?:的话)[，,]?/gu, '$1'],
  [/的这样的?一[个种](?=\p{Script=Han}{2})/gu, '的'],
  [/的[这那][个种](?:[这那]个)?(?=\p{Script=Han}{2})/gu, '的'],
  [/一([个种])([^，,。；！？!?]{1,10})的一\1(?=\p{Script=Han})/gu, '一$1$2的'],
  [/(?:[呢啊嘛呀]|(?<!哈)哈)(?=[，,；])/gu, ''],
  [/[这那]个(?=[这那]|我们|他们|你们|大家|其实|就是|可能|所谓|实际上|应该)/gu, ''],
];

/** The beginning of a word, then the word: 所所以, 发发展. 问问题 and 数数字 are verbs with their objects. */
const halfChinese =
  /所(?=所以)|然(?=然后)|因(?=因为)|但(?=但是)|现(?=现在)|可(?=可以|可能)|如(?=如果|如何)|而(?=而且)|其(?=其实|其他)|应(?=应该)|企(?=企业)|首(?=首先|首相)|实(?=实际|实现)|需(?=需要)|发(?=发展|发现)|技(?=技术)|区(?=区块)|数(?=数据)/gu;
const around = 12;
let segmenter: Intl.Segmenter | undefined;

/** The character may also end the word before: 发现 in 发现现在, 多数 in 多数数据. */
function standsAlone(text: string, at: number): boolean {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const from = Math.max(0, at - around);
  const word = segmenter.segment(text.slice(from, at + around)).containing(at - from);
  return word?.index === at - from && word.segment.length === 1;
}

/** Without the flag `i`, because the single letter must be lower case. */
const stray =
  /(?<=\b(?:[Ii]|[Ww]e|[Yy]ou|[Tt]hey|[Hh]e|[Ss]he|[Ii]t|[Tt]o|[Aa]nd|[Tt]hat|[Ss]o|[Ii]f|[Ww]ith|[Jj]ust|[Ii]s|[Aa]re|[Bb]ut|[Bb]ecause|[Cc]an|[Ww]ill)\s)([b-hj-z])[ ,]{1,2}(?=\1\p{Ll})/gu;
const half = /(?<![\p{L}'’-])(\p{Ll}{2,3})[ ,]{1,2}(?=\1\p{Ll})/gu;
const repeat =
  /(?<![\p{L}\p{N}'’-])(?!(?:had had|that that|very very|many many|really really|so so|no no|you you|it it|is is|are are|was was|do do|does does|did did|her her|him him|them them|us us|in in|on on|up up)\b)([\p{L}'’]{1,20}(?: [\p{L}'’]{1,20}){0,2})(?: \1)+(?![\p{L}\p{N}'’-])/giu;
/** Behind a comma only words that do not end a clause: `he loves music, music loves him`. */
const repeatBehindComma =
  /(?<![\p{L}\p{N}'’-])((?:i|the|a|an|of|to|and|we|my|our|your|their|with|for|from|at|but|or|if|when|because|that['’]s|it['’]s|i['’]m|we['’]re|they['’]re|there['’]s)|(?:i|we|you|they|he|she|it|there|that|the|a|an|of|to|in|on|at|for|with|and|but|so|or|if|when|because|my|our|your|their)(?: [\p{L}'’]{1,20}){1,2})(?: ?,{1,2} ?\1)+(?![\p{L}\p{N}'’-])/giu;

const oneThing = /^(?:the|an?|this|that|these|those|my|our|your|their|his|her|its) /i;
const opensClause =
  /(?:^|[,;:.!?] |(?:^| )(?:and|but|so|or|because|that|if|when|while|as|then|well|now|like|where|how|what|why) )$/i;
/** In characters, longer than the longest of these words. */
const longestLook = 12;
const predicate =
  /^ (?:(?:is|are|was|were|has|have|had|would|could|does?|did|should|must|might)(?:n['’]t)?|will|won['’]t|can(?:['’]t|not)?|may)(?![\p{L}'’])/iu;

/** In `they sell the cottages the cottages are old` the second is what the next clause is about. */
function withoutRepeats(text: string): string {
  return text.replace(repeat, (whole: string, part: string, at: number) => {
    const before = text.slice(Math.max(0, at - longestLook), at);
    const after = text.slice(at + whole.length, at + whole.length + longestLook);
    const isNextSubject = oneThing.test(part) && !opensClause.test(before) && predicate.test(after);
    return isNextSubject ? whole : part;
  });
}

const english: Mending = [
  [/,? (?:mm-hmm|mhm|uh-huh|yeah|okay|alright|oh),? ?(?=[.!?]|$)/giu, ''],
  [/, (?:you know|i mean|i guess|yeah|okay|oh|like|well)(?=,)/giu, ''],
  [
    /(?<=\b(?:is|are|was|were|be|been|just|to|we|i|they|you|it|really|and|can|could|would|will|have|had|get|got|['’]s|['’]re|['’]m)) (?:sort|kind) of(?= \p{L})/giu,
    '',
  ],
  [stray, ''],
];

/** Removes what a speaker took back, said twice or filled a pause with. Text with a quotation stays as it is. */
export function mendSpeech(text: string, language: Language): string {
  if (/[“”「」『』"]/u.test(text)) return text;
  const filled = (language === 'zh' ? chinese : english).reduce(
    (rest, [pattern, by]) => rest.replace(pattern, by),
    withoutHalves(text, language),
  );
  const mended = language === 'zh' ? filled : withoutRepeats(filled).replace(repeatBehindComma, '$1');
  return /\p{L}{2}/u.test(mended)
    ? mended
        .replace(/\s{2,}/gu, ' ')
        .replace(/^[，,、\s]+/u, '')
        .trim()
    : text;
}

function withoutHalves(text: string, language: Language): string {
  if (language === 'zh')
    return text.replace(halfChinese, (half, at: number, whole: string) => (standsAlone(whole, at) ? '' : half));
  return text.replace(half, (whole, part: string) => (isShortWord(part) ? whole : ''));
}
