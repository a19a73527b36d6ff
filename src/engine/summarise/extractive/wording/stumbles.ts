import type { Language } from '../../../domain.ts';

/** A repeated word or pair of words: `the the`, `you have, you have`. Two clauses may meet in a word: `shape it, it spreads`. */
const englishRepeat =
  /(?<![\p{L}\p{N}'’-])(?:([\p{L}'’]{1,20})[ -]{1,3}\1|([\p{L}'’]{1,20}(?:[ ,]{1,2}[\p{L}'’]{1,20}){1,2})[ ,-]{1,3}\2)(?![\p{L}\p{N}'’-])/iu;
/** `scro we have scroll`. */
const englishBroken =
  /(?:^|[\s,])(?:[b-hj-z]|th|wh|wi|ha|pr|st|ge|tha|wo|sh|ho|wha|thi|bec|ther)(?=[\s,]|$)|[\p{L}]-(?=\s|$)|\s-\s*-|(?:\b(?:uh|um|erm|mm|mm-hmm|mhm|hmm|yeah|okay|ok|wow)\b)/iu;
/** A sentence that starts again in the middle: `so Oh, that's`, `The This point`, `the we need`, `hard a hard`. */
const englishAnew =
  /[\p{Ll}\d],? (?:The|This|That|These|Those|If|You|We|It|He|She|They|Of|And|But|So|Oh|Yep|Yes|No|Well|What|How|Why|When|Where|Let|Can|There|Is|Are|Do|Does|Did|In|On|At|To|For|With|Not|Just|Because|Then|Now|My|Your|Our|Their|An?|It['’]s|That['’]s|There['’]s|We['’]re|You['’]re)(?= \p{Ll}|,)|\b(?:be|is|are|was|were|can|will|should|would|could) \p{Lu}\p{Ll}{1,20} \p{Ll}{1,20} (?:should|is|are|can|will|has|have|was)\b|\b(?:[Tt]he|[Aa]n?|[Mm]y|[Oo]ur|[Yy]our|[Tt]heir) (?:[Tt]he|[Aa]n?|[Ww]e|[Yy]ou|[Tt]hey|[Tt]his|[Tt]hat['’]s|[Tt]hese|[Ii](?:['’]m)?|[Ii]s|[Aa]re|[Ww]as|[Ww]ere|[Aa]nd|[Bb]ut|[Oo]f|[Tt]o|[Ii]f)(?=\s)|(?<![\p{L}'’])(\p{L}{4,20}) (?:an?|the) \1(?![\p{L}'’])/u;
/** `de develop`, `al I always`: the beginning of a word, then the word. */
const englishHalf =
  /(?<![\p{L}'’-])(?!(?:a|I|in|on|an|at|as|to|be|so|we|he|me|do|no|of|or|up|us|go|by|is|it|my|if|the|for|not|all|any|can|but|and|you|our|out|one|how|her|his|man|new|see|per|who|was|has|had|may|now|way|day|use|let|get|set|put|off|far|car|app|art|war|air|add|act|age|ago|bad|big|old|low|own|two|ten|six|key|end|law|job|net|web|tax)[ ,])(\p{L}{1,3})[ ,]{1,2}(?:(?:I|we|you|the|a) )?\1\p{L}/iu;
/** Words said again after a broken or wrong one: `two ch two fibers`, `the synch time the synch numbers`. */
const englishTwice =
  /(?<![\p{L}\p{N}'’-])(?:(\p{L}{2,20}) (?!(?:a|an|at|by|in|is|of|on|or|to|vs)\b)\p{L}{1,2} \1|((?:the|an?|my|our|your|their) \p{L}{2,20}) \p{L}{2,20} \2)(?![\p{L}\p{N}'’-])/iu;
const englishPointWithin = /\p{Ll}{3}(?<!\b(?:approx|etc|dept|inc|ltd))\. \p{Ll}/u;
/** A start with another subject: `I I'm`, `we I was`. */
const englishSubjects = /(?<![\p{L}\p{N}'’-])(?:i|we|they|he|she) (?:i|we|you|they|he|she)(?![\p{L}\p{N}-])/iu;
const chineseFigureAgain = /(\d[\d年月日号点 ]{2,8}?) ?\1|(\d{1,4} ?[年月日号]) ?\d{1,4} ?[年月日号] ?\2/u;
const allowed = /\b(?:had had|that that|very very|many many|really really|so so)\b/i;
const chineseRepeat =
  /(?!(?:一|看|多|越|慢|天|人|家|每|大|小|常|往|刚|仅|渐|点|步|代|层|个|种|时|处|年|日))(\p{Script=Han}{2,6})[、 ]?\1|([我你他它这那是的就在有会能要把让对和跟]) ?\2/u;
const chineseFiller = /这个|那个|就是|然后|的话|这种|那种|这样一[种个]|什么的|是吧|对吧|其实|所谓/gu;
const fillersPerCharacters = 15;

/** Three words from a subject on, said twice: `We will use are we going to use, we will use`. */
const fromSubject = /^(?:i|we|you|they|he|she|it)$/;

function saysAgain(text: string): boolean {
  const said =
    text
      .toLowerCase()
      .replace(/['’]\p{L}+/gu, '')
      .match(/[\p{L}\p{N}-]+/gu) ?? [];
  const runs = new Set<string>();
  return said.some((word, at) => {
    if (!fromSubject.test(word) || at + 2 >= said.length) return false;
    const run = said.slice(at, at + 3).join(' ');
    if (runs.has(run)) return true;
    runs.add(run);
    return false;
  });
}

/** Speech that stops and starts again is not quoted. */
export function stumbles(text: string, language: Language): boolean {
  if (language === 'en')
    return (
      englishBroken.test(text) ||
      englishAnew.test(text) ||
      englishHalf.test(text) ||
      englishTwice.test(text) ||
      englishPointWithin.test(text) ||
      englishSubjects.test(text) ||
      saysAgain(text) ||
      (englishRepeat.test(text) && !allowed.test(text))
    );
  const fillers = text.match(chineseFiller)?.length ?? 0;
  return chineseRepeat.test(text) || chineseFigureAgain.test(text) || fillers > 1 + text.length / fillersPerCharacters / 2;
}
