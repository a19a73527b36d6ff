import type { Language, Point } from '../../domain.ts';
import { type Line, toPoint } from './choose-points.ts';
import type { SourceDocument } from './document.ts';
import { plainStatement } from './wording/statement.ts';
import { stumbles } from './wording/stumbles.ts';

/** Questions put to somebody who is there, not to oneself. */
const asksSomebody: Record<Language, RegExp> = {
  zh: /您|请问|请教|想问|你(?:们)?(?:怎么|觉得|认为|是不是|有没有|会不会|当时|为什么|是怎|如何|对)/u,
  en: /\b(?:(?:do|did|would|could|can|will|have|had|are|were|was|should) (?:you|the minister|the government|the prime minister|your)|(?:what|how|why|where|when|who)(?:['’]s|['’]d| is| are| was| were| do| did| would| can| has| have)? (?:you|your)|tell (?:us|me)|you (?:think|mean|say|feel|see|find|believe)|will the|could the|can the|does the|is the (?:minister|government))\b/i,
};
const leastQuestions = 4;
const leastWords = 4;
/** The most sentences from a question to a line that answers it. */
const reach = 14;

export function findQuestions(document: SourceDocument): number[] {
  if (document.treatment !== 'speech') return [];
  const found = document.sentences.flatMap(({ question, text, terms }, index) =>
    question && terms.length >= leastWords && asksSomebody[document.language].test(text) ? [index] : [],
  );
  return found.length < leastQuestions ? [] : found;
}

/** Puts lines that answer a question under it, as details. */
export function withQuestions(
  lines: readonly Line[],
  questions: readonly number[],
  first: number,
  document: SourceDocument,
): Point[] {
  const points: Point[] = [];
  let asked: number | undefined;
  for (const line of lines) {
    const question = questions.findLast((index) => index < line.index);
    const answers =
      question !== undefined && question >= first && line.index - question <= reach && !leadsTo(document, line, questions);
    const statement = answers ? askedAs(document, question) : null;
    const before = points.at(-1);
    if (statement === null) points.push(toPoint(line));
    else if (question === asked && before?.details) before.details.push(toPoint(line));
    else points.push({ ...toPoint({ index: question ?? 0, statement }), details: [toPoint(line)] });
    asked = statement === null ? undefined : question;
  }
  return points;
}

/** A line in the same segment as the next question is part of the asking. */
function leadsTo({ sentences }: SourceDocument, { index }: Line, questions: readonly number[]): boolean {
  const next = questions.find((question) => question > index);
  return next !== undefined && sentences[next]?.first === sentences[index]?.last;
}

/** The question as it is shown; null when it does not read well. */
function askedAs(document: SourceDocument, index: number) {
  const whole = plainStatement(document, index);
  const text = document.language === 'en' ? withoutPreamble(whole.text) : whole.text;
  const statement = text === whole.text ? whole : { ...whole, text, shortened: true };
  const readable = /[?？]["”’」]?$/u.test(statement.text) && !stumbles(statement.text, document.language);
  return readable ? statement : null;
}

const preamble =
  /^[^?]{4,120}?(?:: |, (?:can|could|may) i (?:just )?ask (?:you )?(?:,? then,? )?|; )(?=(?:what|how|why|where|when|who|which|do|does|did|is|are|was|were|can|could|will|would|should|have|has)\b)/i;

/** Keeps the second half of `Just a couple of questions from me: what is …?`, which alone asks. */
function withoutPreamble(question: string): string {
  const rest = question.replace(preamble, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
