import type { Language } from '../../../domain.ts';

type Mending = readonly (readonly [RegExp, string])[];

const chinese: Mending = [
  // 对吧 between marks is removed; between words a comma replaces it.
  [/(?<![，,、\s])[，,、\s]*(?:对吧|是吧|对不对|你知道吗|怎么[说讲]呢)(?=[，,。；！？!?\s]|$)/gu, ''],
  [/(?<=\p{Script=Han}|[\p{L}\p{N}])\s?(?:对吧|是吧)\s?(?=[\p{L}\p{N}])/gu, '，'],
  [/(?<=[，,。；])\s?就是说[，,\s]?/gu, ''],
  [/(但是?|所以|然后|另外|首先|其次|最后|本身|其实|目前|现在|[我他你]们?)(?:的话)[，,]?/gu, '$1'],
  [/的这样的?一[个种](?=\p{Script=Han}{2})/gu, '的'],
  [/的[这那][个种](?:[这那]个)?(?=\p{Script=Han}{2})/gu, '的'],
  [/一([个种])([^，,。；！？!?]{1,10})的一\1(?=\p{Script=Han})/gu, '一$1$2的'],
  [/[呢啊嘛呀哈](?=[，,；])/gu, ''],
  [/[这那]个(?=[这那]|我们|他们|你们|大家|其实|就是|可能|所谓|实际上|应该)/gu, ''],
  [
    /所(?=所以)|然(?=然后)|因(?=因为)|但(?=但是)|现(?=现在)|可(?=可以|可能)|如(?=如果|如何)|而(?=而且)|其(?=其实|其他)|应(?=应该)|企(?=企业)|首(?=首先|首相)|实(?=实际|实现)|需(?=需要)|问(?=问题)|发(?=发展|发现)|技(?=技术)|区(?=区块)|数(?=数据|数字)/gu,
    '',
  ],
];

const stray = /(?<=\b(?:i|we|you|they|he|she|it|to|and|that|so|if|with|just|is|are|but|because|can|will)\s)[b-hj-z] (?=\p{Ll})/gu;
/** The beginning of a word, then the word: `n need`, `de develop`. */
const half =
  /(?<![\p{L}'’-])(?!(?:a|i|in|on|an|at|as|to|be|so|we|he|me|do|no|of|or|up|us|go|by|is|it|my|if|the|for|not|all|any|can|but|and|you|our|out|one|how|her|his|man|new|see|per|who|was|has|had|may|now|way|day|use|let|get|set|put|off|far|car|app|art|war|air|add|act|age|ago|bad|big|old|low|own|two|ten|six|key|end|law|job|net|web|tax)[ ,])(\p{Ll}{1,3})[ ,]{1,2}(?=\1\p{Ll})/gu;
const repeat =
  /(?<![\p{L}\p{N}'’-])(?!(?:had had|that that|very very|many many|really really|so so)\b)([\p{L}'’]{1,20}(?: [\p{L}'’]{1,20}){0,2})(?:[ ,]{1,2}\1)+(?![\p{L}\p{N}'’-])/giu;

const english: Mending = [
  [/,? (?:mm-hmm|mhm|uh-huh|yeah|okay|alright|oh),? ?(?=[.!?]|$)/giu, ''],
  [/, (?:you know|i mean|i guess|yeah|okay|oh|like|well)(?=,)/giu, ''],
  [
    /(?<=\b(?:is|are|was|were|be|been|just|to|we|i|they|you|it|really|and|can|could|would|will|have|had|get|got|['’]s|['’]re|['’]m)) (?:sort|kind) of(?= \p{L})/giu,
    '',
  ],
  [stray, ''],
  [half, ''],
  [repeat, '$1'],
];

/** Removes what a speaker took back, said twice or filled a pause with. Text with a quotation stays as it is. */
export function mendSpeech(text: string, language: Language): string {
  if (/[“”「」『』"]/u.test(text)) return text;
  const mended = (language === 'zh' ? chinese : english).reduce((rest, [pattern, by]) => rest.replace(pattern, by), text);
  return /\p{L}{2}/u.test(mended) ? mended.replace(/\s{2,}/gu, ' ').trim() : text;
}
