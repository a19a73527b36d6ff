import type { Language } from '../../../domain.ts';
import { words } from '../../../text/words.ts';

/** Wording that a reader keeps: a definition, advice, a comparison, a cause, a figure, something with a name. */
const kept: Record<Language, readonly RegExp[]> = {
  zh: [
    /(?:是一[个种门项类]|是指|指的是|意味着|本质|关键|核心|叫做?|称为|称之为|相当于|等于|分为|包括|包含)/u,
    /(?:因为|由于|导致|带来|使得|取决于|源于|造成|引起|影响|决定了)/u,
    /(?:应该|应当|必须|需要|建议|不要|不能|不应|一定要|要(?:把|让|有|做|去|从|在|对))/u,
    /(?:不是.{1,24}而是|比.{1,14}(?:更|高|低|多|少|大|小|快|慢)|越.{1,10}越|最(?:大|重要|关键|核心|终|有|根本|主要|难))/u,
    /(?:\d[\d.,]{0,12} ?(?:[%％万亿年倍个家元块吨度人米天月多]|以上|左右)|百分之|[一二三四五六七八九十百千两几]{1,6}(?:万|亿|倍|成|年代|年的))/u,
    /(?:[A-Za-z]{2}|《[^》]{1,30}》|“[^”]{2,40}”)/u,
  ],
  en: [
    /\b(?:is (?:a|an|the)|are (?:a|an|the)|means? that|defined as|consists? of|refers? to|is called|known as|includes?|basically an?)\b/i,
    /\b(?:because|since|due to|leads? to|caus(?:e|es|ed)|results? in|therefore|so that|impacts?|affects?|depends? on|in order to)\b/i,
    /\b(?:should|must|needs? to|have to|has to|recommend\w{0,6}|suggest\w{0,5}|propos\w{1,5}|ought to|important to|decided?|agree[ds]?)\b/i,
    /\b(?:more|less|fewer|better|worse|cheaper|easier|higher|lower|bigger|smaller|larger|most|least|best|than|rather than|instead of|unlike|whereas)\b/i,
    /(?:[\d£$€][\d.,]*(?:\s?(?:%|per cent|percent))?|\b(?:per cent|percent|million|billion|thousand|hundred|half|twice|dozens?)\b)/i,
    /\S \p{Lu}\p{L}+/u,
  ],
};
type Cost = readonly [cost: number, pattern: RegExp];

/** Wording that tells of oneself, asks, addresses somebody or is vague, with its cost. */
const passing: Record<Language, readonly Cost[]> = {
  zh: [
    [0.1, /我(?!们|觉得|认为|国|市|省|县|区|党|军|校|院)|我们(?:公司|这边|当时|自己|家|刚)/u],
    [0.12, /什么样|哪[个些里方]|怎么|是不是|有没有|能不能|会不会|为什么|多少|什么时候|是什么/u],
    [0.06, /大家|你们?|您|那个/u],
    [
      0.1,
      /各位|嘉宾|老师|主持|[李王张刘陈杨黄赵周吴徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严]总(?![体结额量数值的计部是统会理局书])/u,
    ],
    [0.05, /等等|之类|什么的|某种|一下|的一个|东西|里边|[那这]块|一块|这么|那么/u],
  ],
  en: [
    [0.06, /\b(?:i|me|my|myself|i['’](?:m|ve|d|ll))\b(?! (?:think|believe)\b)/i],
    [0.03, /\b(?:what|how|why|which|whether|where|who)\b/i],
    [0.04, /\b(?:you|your|you['’](?:re|ve|ll|d)|guys|everyone|everybody)\b/i],
    [0.1, /\bi think (?:yes|no|so)\b|['’]kay\b|\balright\b|\bas i (?:already )?said\b|\bwe no\b|\bif you (?:see|look)\b/i],
    [
      0.08,
      /\b(?:things?|stuff|something|anything|somehow|somewhere|kind of|sort of|some kind|some sort|a lot|lots|maybe|whatever|guess|dunno|kay|oh|yeah|hey|cool|right)\b/i,
    ],
  ],
};
/** Words that only point at something, or fill. */
const pointers: Record<Language, RegExp> = {
  zh: /这(?:个|些|种|样|里|块|边|么|一)?|那(?:个|些|种|样|里|块|边|么)?|他们?|她们?|它们?|其中|对吧|是吧|然后|就是|的话|[啊嘛呢吧]|其实|说/gu,
  en: /\b(?:this|that|these|those|it|they|them|he|she|him|her|here|there|one|ones|just|like|really|actually|so|then|well|okay|think)\b/gi,
};

/** Worth of each kind of wording in `kept`, on the scale of sentence scores. */
const keptValue = 0.04;
const mostKept = 3;
/** Costs, times the share of pointing words and the share of repeated words. */
const pointerCost = 0.6;
const againCost = 0.3;
/** Cost of speech that runs on without a mark for longer than `longRun` (characters in Chinese, words in English). */
const runOnCost = 0.08;
const longRun = { zh: 34, en: 30 } as const;
/** Characters of a usual Chinese word. */
const wordLength = 2;

/** From about -0.5 (talk that means nothing later) to 0.12 (a statement to keep). */
export function worthOf(text: string, language: Language, punctuated = true): number {
  const worth = keptValue * Math.min(mostKept, kept[language].filter((pattern) => pattern.test(text)).length);
  const cost = passing[language].reduce((sum, [own, pattern]) => sum + (pattern.test(text) ? own : 0), 0);
  const size = language === 'zh' ? text.length / wordLength : sizeIn(text);
  const pointing = pointersIn(text, language) / Math.max(8, size);
  const keys = words(text, language).flatMap(({ key, isStop }) => (isStop ? [] : [key]));
  const again = 1 - new Set(keys).size / Math.max(1, keys.length);
  return (
    worth -
    cost -
    pointerCost * pointing -
    againCost * again -
    ((punctuated || language === 'zh') && runsOn(text, language) ? runOnCost : 0)
  );
}

function sizeIn(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

function runsOn(text: string, language: Language): boolean {
  return text.split(/[,，、;；:：.。…]/u).some((part) => (language === 'zh' ? part.length : sizeIn(part)) > longRun[language]);
}

export function pointersIn(text: string, language: Language): number {
  return text.match(pointers[language])?.length ?? 0;
}
