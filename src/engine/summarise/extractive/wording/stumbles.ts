import type { Language } from '../../../domain.ts';

/** A repeated word or pair of words, or a broken one: `the the`, `you have you have`, `scro we have scroll`. */
const englishRepeat = /(?<![\p{L}\p{N}'’-])([\p{L}'’]{1,20}(?:[ ,]{1,2}[\p{L}'’]{1,20}){0,2})[ ,-]{1,3}\1(?![\p{L}\p{N}'’-])/iu;
const englishBroken =
  /(?:^|[\s,])(?:[b-hj-z]|th|wh|wi|ha|pr|st|ge|tha|wo|sh|ho|wha|thi|bec|ther)(?=[\s,]|$)|[\p{L}]-(?=\s|$)|\s-\s*-|(?:\b(?:uh|um|erm|mm|mm-hmm|mhm|hmm|yeah|okay|ok|wow)\b)/iu;
const allowed = /\b(?:had had|that that|very very|many many|really really|so so)\b/i;
const chineseRepeat =
  /(?!(?:一|看|多|越|慢|天|人|家|每|大|小|常|往|刚|仅|渐|点|步|代|层|个|种|时|处|年|日))(\p{Script=Han}{2,6})[，,、 ]?\1|([我你他它这那是的就在有会能要把让对和跟])[，, ]?\2/u;
const chineseFiller = /这个|那个|就是|然后|的话|这种|那种|这样一[种个]|什么的|是吧|对吧|其实|所谓/gu;
const fillersPerCharacters = 15;

/** Speech that stops and starts again is not quoted. */
export function stumbles(text: string, language: Language): boolean {
  if (language === 'en') return englishBroken.test(text) || (englishRepeat.test(text) && !allowed.test(text));
  const fillers = text.match(chineseFiller)?.length ?? 0;
  return chineseRepeat.test(text) || fillers > 1 + text.length / fillersPerCharacters / 2;
}
