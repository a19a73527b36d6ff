import type { Language } from '../../../domain.ts';
import type { SourceDocument } from '../document.ts';
import { endsOpen, startsWeakly } from './edges.ts';
import { withCommas } from './marks.ts';
import { dropOpeners } from './openers.ts';
import { type Clause, splitClauses } from './split-clauses.ts';
import { placesOf, type Statement } from './statement.ts';
import { sizeOf, sizes, withoutMark } from './stretch.ts';
import { stumbles } from './stumbles.ts';
import { worthOf } from './worth.ts';

const openingShare = 0.1;
const mostSentences = 40;
const mostMs = 5 * 60 * 1000;
const leastWording = -0.15;

const saysWhat: Record<Language, RegExp> = {
  zh: /(?:今天|本期|这期|这一期|本次|这次|这节课|这个视频|这场).{0,14}(?:聊|谈|讲|讨论|分享|介绍|探讨|说说|来看)(?!这么|到这)|(?:主题|话题|题目|议题|内容)(?:就?是|叫|为)|围绕.{3,30}(?:展开|讨论|交流|探讨|话题|主题)|(?:一起|共同|来)(?:探讨|讨论|聊一?聊|谈一?谈).{3,}/u,
  en: /\b(?:today|this (?:episode|talk|video|lecture|week|session|meeting|evening|morning)|in this (?:talk|video|episode|lecture))\b.{0,60}\b(?:talk(?:ing)?|discuss(?:ing)?|look(?:ing)? at|about|cover(?:ing)?|explor(?:e|ing)|explain(?:ing)?|show(?:ing)?|design(?:ing)?|focus(?:ing)?|evidence|session)\b|\b(?:i|we)(?:['’](?:m|re|ll|d|ve))? (?:\w+ ){0,4}(?:talk|speak|tell you|discuss|show you|explain)\b ?(?:about|on|how|why|what)\b|\b(?:topic|subject|title) (?:of (?:my|this|our|today['’]s) \w+ |for today )?is\b/i,
};
const saysWho: Record<Language, RegExp> = {
  zh: /(?:我是|我叫|我的名字(?:是|叫))(?!说|想|觉得|认为|不|在|从|很|要|一个|这样|非常|来|比较|做|有|学|看|怎|用|把|先|我|什么).{2,24}|(?:嘉宾|主讲人?|主持人)(?:是|有|：)|邀请(?:到|了)(?!.{0,16}(?:各位|一部分|一些|大家)).{4,40}/u,
  en: /\b[Mm]y name(?:['’]s| is) \p{Lu}|\b(?:I['’]m|I am|This is) \p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+|\b(?:[Jj]oined (?:today )?by|[Mm]y guest(?: today)? is|[Oo]ur guest(?: today)? is|[Pp]lease welcome|speaking (?:with|to)) .{0,20}\p{Lu}\p{Ll}+/u,
};
const saysNothing: Record<Language, RegExp> = {
  zh: /(?:聊|谈|讲|讨论|探讨|分享|介绍|说说?)(?:一?[聊谈讲说]|一下|一会儿?)?(?:自己|(?:这|那|几|一)?个?(?:话题|问题|方面|环节))?[…。]?$|介绍(?:一下)?我|(?:第.|首|这一)轮(?:发言|讨论|话题)?|感谢|谢谢|有请|(?:下面|接下来|首先).{0,6}请|请.{1,16}(?:上台|上场|发言|开始|分享)|(?:主持人|嘉宾)(?:是|有)?(?:大家|各位|你们)/u,
  en: /\b(?:about|on|discuss|explain|cover) (?:it|that|this|these|those|them|something|(?:some|a few|other) things?)\W*$|\b(?:next|last) (?:meeting|time)\b|\bclose the meeting\b/i,
};
const greeting: Record<Language, RegExp> = {
  zh: /^(?:(?:大家|各位.{0,10}|观众.{0,4}|听众.{0,4}|同学们|朋友们).{0,4}(?:好|早)|欢迎.{0,20}|(?:非常|很)(?:高兴|荣幸|感谢).{0,20}|.{0,6}谢谢.{0,12})[，,。！!\s]*$/u,
  en: /^(?:hello|hi|hey|good (?:morning|afternoon|evening)|welcome|thank)\b.{0,40}$/i,
};

/** At most one line each about who speaks and about what, in the order of the source. */
export function findOpening(document: SourceDocument): { index: number; statement: Statement }[] {
  const { sentences, segments, language, punctuated, treatment } = document;
  // Without marks, the ends of English clauses are not known.
  if (treatment !== 'speech' || !(punctuated || language === 'zh')) return [];
  const limit = Math.min(mostSentences, Math.ceil(sentences.length * openingShare));
  const start = segments[0]?.startMs ?? 0;
  const found: { index: number; statement: Statement }[] = [];
  for (const pattern of [saysWho[language], saysWhat[language]]) {
    for (let index = 0; index < limit; index += 1) {
      const sentence = sentences[index];
      if (!sentence || (segments[sentence.first]?.startMs ?? start) - start > mostMs) break;
      if (sentence.question || !pattern.test(sentence.text)) continue;
      const statement = wordOpening(document, index, pattern);
      if (!statement) continue;
      if (found.every((one) => one.index !== index)) found.push({ index, statement });
      break;
    }
  }
  return found.sort((a, b) => a.index - b.index);
}

function wordOpening(document: SourceDocument, index: number, pattern: RegExp): Statement | null {
  const { language, sentences } = document;
  const sentence = sentences[index];
  if (!sentence) return null;
  const { text } = sentence;
  const clauses = splitClauses(text, language, document.punctuated);
  const { most, least } = sizes.speech[language];
  for (const [at, first] of [...clauses.entries()].reverse()) {
    if (greeting[language].test(partOf(text, first)) || !reaches(text, clauses, at, pattern)) continue;
    let best: string | null = null;
    for (const last of clauses.slice(at)) {
      const said = dropOpeners(text.slice(first.start, last.end).trim(), language);
      const shown = withoutAgenda(said);
      if (sizeOf(shown, language) > most) break;
      const open =
        startsWeakly(shown, language) ||
        endsOpen(shown, language) ||
        stumbles(shown, language) ||
        saysNothing[language].test(shown) ||
        worthOf(shown, language, document.punctuated) < leastWording;
      if (!open && sizeOf(shown, language) >= least && pattern.test(said))
        best = last.end < text.length ? `${withoutMark(shown)}…` : shown;
    }
    if (best !== null) {
      const marked = document.punctuated ? best : withCommas(best, language);
      return { text: marked, shortened: marked !== text, segmentIds: placesOf(best, sentence.segmentIds, document) };
    }
  }
  return null;
}

/** Keeps only what the item is: `We move on to item 2, which is our session on …`. */
function withoutAgenda(text: string): string {
  const rest = text.replace(
    /^(?:(?:and |so )?we(?:['’]ll)? (?:now )?(?:move|turn|go)(?: on)?(?:, then,)? )?(?:on )?to (?:agenda )?item \w{1,5}(?: (?:this|on) \w+){0,3},? which is /i,
    '',
  );
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

function partOf(text: string, { start, end }: Clause): string {
  return text.slice(start, end);
}

function reaches(text: string, clauses: readonly Clause[], at: number, pattern: RegExp): boolean {
  return pattern.test(text.slice(clauses[at]?.start ?? 0));
}
