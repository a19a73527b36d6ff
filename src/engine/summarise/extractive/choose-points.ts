import type { Detail, Point } from '../../domain.ts';
import { pointCount } from './chapters/chapters.ts';
import { type OutlinedChapter, type Range, usableSentences } from './chapters/outline-chapters.ts';
import { wordsIn } from './document.ts';
import { mainPhrases, type Phrase } from './phrases.ts';
import { rankOrder } from './sentences/rank.ts';
import type { ScoredDocument } from './sentences/score.ts';
import { selectSentences } from './sentences/select-unlike.ts';
import { leaningCost } from './wording/leaning.ts';
import { hasPredicate } from './wording/predicate.ts';
import { makeStatement, plainStatement, type Statement } from './wording/statement.ts';
import { worthOf } from './wording/worth.ts';

const mostOverview = 6;
const leastOverview = 3;
const unnamedCost = 0.4;
/** A line worded worse than this is left out of a chapter that has at least `leastPoints` better ones. */
const leastWording = -0.25;
const leastPoints = 2;
const unnamedPointCost = 0.1;
const namedValue = 0.04;
const sameStatement = 0.75;
/** Two lines say the same from this share of the shorter one's words, and this many words, in common. */
const sameWords = 0.7;
const leastSameWords = 3;
/** Weight of being typical of the chapter rather than of the whole text. */
const chapterWeight = 0.5;
/** Where a chapter has no line for this many minutes, one is added. */
const longestHole = 6;
/** With this many chapters or more, the overview repeats the best point of each. */
const leastChapters = 3;
const mainSubjects = 16;
/** Added to a sentence's score for each main subject that it names. */
const subjectValue = 0.12;
/** The same in the overview, for the first subject; the subject at `halfRank` in the list counts half. */
const mainSubjectValue = 0.5;
const halfRank = 6;
const mostSubjectWeight = 1.6;
/** With this weight of named subjects or more, a line says what the text is about. */
const enoughSubject = 0.9;
/** Weight in the overview of a subject that another line already names. */
const againWeight = 0.7;
const titleValue = 0.1;
/** Candidates for each line that is shown. */
const choices = 6;
const clipCost = 0.2;
const fragmentCost = 0.25;
const doubtCost = 0.5;
const countedSubjects = 4;
const chapterShareValue = 0.3;
const noWords: ReadonlySet<string> = new Set();
const leadValue = 0.3;

export type Line = { index: number; statement: Statement };

export class LineChooser {
  readonly #scored: ScoredDocument;
  readonly #subjects: readonly Phrase[];
  readonly #named: Map<number, number>;
  /** Weights of the main subjects' words; the first subject weighs most. */
  readonly #subjectWords: ReadonlyMap<string, number>;
  readonly #known = new Map<number, Statement | null>();
  readonly #worth = new Map<number, number>();
  readonly #wording = new Map<number, number>();

  constructor(scored: ScoredDocument, phrases: readonly Phrase[], title: string | null) {
    this.#scored = scored;
    this.#subjects = mainPhrases(phrases, scored.document.sentences.length, title).slice(0, mainSubjects);
    const weights = new Map<string, number>();
    for (const [rank, { text }] of this.#subjects.entries())
      for (const { key, isStop } of wordsIn(scored.document, text))
        if (!isStop && !weights.has(key)) weights.set(key, halfRank / (halfRank + rank));
    this.#subjectWords = weights;
    this.#named = new Map();
    for (const { at } of this.#subjects)
      for (const index of new Set(at)) this.#named.set(index, (this.#named.get(index) ?? 0) + 1);
  }

  #statementOf(index: number): Statement | null {
    let known = this.#known.get(index);
    if (known === undefined) {
      known = makeStatement(this.#scored.document, index);
      this.#known.set(index, known);
    }
    return known;
  }

  #worthOf(index: number): number {
    let worth = this.#worth.get(index);
    if (worth === undefined) {
      const { text, doubt } = this.#shownFor(index);
      worth = this.#wordingOf(index) - (text.endsWith('…') ? clipCost : 0) - doubtCost * (doubt ?? 0);
      this.#worth.set(index, worth);
    }
    return worth;
  }

  #wordingOf(index: number): number {
    let wording = this.#wording.get(index);
    if (wording === undefined) {
      const { language, other, punctuated, treatment } = this.#scored.document;
      const { text } = this.#shownFor(index);
      const half = treatment === 'speech' && !hasPredicate(text, language, punctuated);
      wording = worthOf(text, language, punctuated) - leaningCost(text, language, other?.name) - (half ? fragmentCost : 0);
      this.#wording.set(index, wording);
    }
    return wording;
  }

  #gainOf(index: number): number {
    const named = this.#namesIn(index);
    return (named === 0 ? -unnamedPointCost : namedValue * named) + this.#worthOf(index);
  }

  #shownFor(index: number): Statement {
    return this.#statementOf(index) ?? plainStatement(this.#scored.document, index);
  }

  #readable(candidates: readonly number[], scores: Float64Array, most: number): number[] {
    const readable: number[] = [];
    for (const index of candidates.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)) {
      if (readable.length >= choices * most) break;
      if (this.#statementOf(index)) readable.push(index);
    }
    return readable;
  }

  /** Prefers fewer lines to lines that mean nothing later or name nothing that the text is about. */
  #worthKeeping(readable: readonly number[]): number[] {
    const good = readable.filter((index) => this.#wordingOf(index) >= leastWording);
    const worded = good.length >= leastPoints ? good : this.#byWording(readable).slice(0, leastPoints);
    const named = worded.filter((index) => this.#namesIn(index) > 0);
    return named.length >= leastPoints ? named : worded;
  }

  #byWording(indexes: readonly number[]): number[] {
    return indexes.toSorted((a, b) => this.#wordingOf(b) - this.#wordingOf(a) || a - b);
  }

  #namesIn(index: number): number {
    return this.#subjectWordsIn({ index, statement: this.#shownFor(index) });
  }

  #subjectsIn(index: number): number {
    return Math.min(countedSubjects, this.#named.get(index) ?? 0);
  }

  /** How many words of the main subjects the shown text holds; shortening may have removed some. */
  #subjectWordsIn({ statement }: Line): number {
    const said = wordsIn(this.#scored.document, statement.text).filter(({ key }) => this.#subjectWords.has(key));
    return Math.min(countedSubjects, new Set(said.map(({ key }) => key)).size);
  }

  #subjectWeightOf({ statement }: Line, said: ReadonlySet<string>): number {
    const keys = new Set(wordsIn(this.#scored.document, statement.text).map(({ key }) => key));
    let sum = 0;
    for (const key of keys) sum += (this.#subjectWords.get(key) ?? 0) * (said.has(key) ? againWeight : 1);
    return Math.min(mostSubjectWeight, sum);
  }

  points(chapter: OutlinedChapter, detail: Detail, shown: readonly Line[], repeats: boolean): Line[] {
    const { document } = this.#scored;
    const { sentences: span, segments: range } = chapter;
    const groups = new Set(shown.map(({ index }) => document.sentences[index]?.group));
    const candidates = usableSentences(this.#scored, span).filter((index) => !groups.has(document.sentences[index]?.group));
    const characters = document.segments.slice(range.start, range.end).reduce((sum, segment) => sum + segment.text.length, 0);
    const scored = this.#chapterScores(span);
    const most = pointCount(characters, document.language, detail);
    const readable = this.#worthKeeping(this.#readable(candidates, scored.scores, most));
    for (const index of readable) scored.scores[index] = (scored.scores[index] ?? 0) + this.#gainOf(index);
    const lead = repeats ? this.#leadOf(readable, scored.scores) : [];
    const rest = selectSentences(scored, {
      from: readable.filter((index) => !lead.includes(index)),
      most: most - lead.length,
      against: [...shown.map(({ index }) => index), ...lead],
      alike: sameStatement,
    });
    const lines = this.#distinct([...lead, ...rest], shown);
    if (lines.length > 0) return this.#withoutHoles(lines, candidates, scored.scores, span, shown);
    const texts = shown.map(({ statement }) => statement.text);
    const unlike = candidates.filter((index) => !texts.some((text) => holds(text, this.#shownFor(index).text)));
    const others = unlike.length > 0 ? unlike : candidates.filter((index) => !texts.includes(this.#shownFor(index).text));
    const [one] = this.#bestOf(others.length > 0 ? others : usableSentences(this.#scored, span));
    return one === undefined ? [] : [{ index: one, statement: this.#shownFor(one) }];
  }

  #withoutHoles(
    lines: readonly Line[],
    candidates: readonly number[],
    scores: Float64Array,
    span: Range,
    shown: readonly Line[],
  ): Line[] {
    const all = lines.toSorted((a, b) => a.index - b.index);
    if (this.#scored.document.treatment !== 'speech') return all;
    const ends = [span.start, ...all.map(({ index }) => index), span.end - 1];
    const texts = [...shown, ...all].map(({ statement }) => statement.text);
    const added = ends.slice(1).flatMap((end, at): Line[] => {
      const start = ends[at] ?? end;
      const length = this.#minuteOf(end) - this.#minuteOf(start);
      if (length < longestHole) return [];
      const inside = candidates.filter((index) => {
        const minute = this.#minuteOf(index);
        return Math.min(minute - this.#minuteOf(start), this.#minuteOf(end) - minute) > length / 5;
      });
      const best = this.#readable(inside, scores, 1)
        .filter((index) => this.#wordingOf(index) >= leastWording)
        .find((index) => !texts.some((text) => this.#saysSame(text, this.#shownFor(index).text)));
      return best === undefined ? [] : [{ index: best, statement: this.#shownFor(best) }];
    });
    return [...all, ...added].sort((a, b) => a.index - b.index);
  }

  #minuteOf(index: number): number {
    const { sentences, segments } = this.#scored.document;
    return (segments[sentences[index]?.first ?? 0]?.startMs ?? 0) / 60_000;
  }

  /** The chapter's best statement, which says what the text is about; the overview may repeat it. */
  #leadOf(readable: readonly number[], scores: Float64Array): number[] {
    let best: number | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const index of readable) {
      const value = (scores[index] ?? 0) + leadValue * this.#subjectsIn(index) - (this.#statementOf(index)?.shortened ? 0.05 : 0);
      if (value <= most) continue;
      best = index;
      most = value;
    }
    return best === undefined ? [] : [best];
  }

  #bestOf(candidates: readonly number[]): number[] {
    const { scores } = this.#scored;
    let [best] = candidates;
    for (const index of candidates) if ((scores[index] ?? 0) > (scores[best ?? 0] ?? 0)) best = index;
    return best === undefined ? [] : [best];
  }

  #saysSame(one: string, other: string): boolean {
    if (holds(one, other)) return true;
    if (figuresOf(one) !== figuresOf(other)) return false;
    const keysOf = (text: string): Set<string> =>
      new Set(wordsIn(this.#scored.document, text).flatMap(({ key, isStop }) => (isStop ? [] : [key])));
    const [left, right] = [keysOf(one), keysOf(other)];
    const both = [...left].filter((key) => right.has(key)).length;
    return both >= sameWords * Math.min(left.size, right.size) && both >= leastSameWords;
  }

  /** Drops repeats: pieces of one sentence may give the same words, and a sentence may be shown with the one before it. */
  #distinct(chosen: readonly number[], shown: readonly Line[]): Line[] {
    const lines: Line[] = [];
    const texts = shown.map(({ statement }) => statement.text);
    const groups = new Set(shown.map(({ index }) => this.#scored.document.sentences[index]?.group));
    for (const index of chosen) {
      const statement = this.#statementOf(index);
      const group = this.#scored.document.sentences[index]?.group;
      if (!statement || groups.has(group) || texts.some((text) => this.#saysSame(text, statement.text))) continue;
      texts.push(statement.text);
      groups.add(group);
      lines.push({ index, statement });
    }
    return lines;
  }

  /** For a text without chapters: its best sentences, which are not repeated as points. */
  overviewOfWhole(opening: readonly Line[]): Line[] {
    const { sentences, language, other } = this.#scored.document;
    const usable = usableSentences(this.#scored, { start: 0, end: sentences.length });
    const most = usable.length <= 3 ? 1 : Math.min(mostOverview, Math.max(3, Math.round(Math.sqrt(usable.length) / 2)));
    const scores = this.#scored.scores.map((score, index) => score + subjectValue * this.#subjectsIn(index));
    const readable = this.#readable(usable, scores, most);
    for (const index of readable)
      scores[index] = (scores[index] ?? 0) - leaningCost(this.#shownFor(index).text, language, other?.name);
    const chosen = selectSentences(
      { ...this.#scored, scores },
      {
        from: readable,
        most: Math.max(1, most - opening.length),
        alike: sameStatement,
        against: opening.map(({ index }) => index),
      },
    );
    const lines = [...opening, ...this.#distinct(chosen, opening)];
    if (lines.length > 0) return lines;
    return this.#bestOf(usable).map((index) => ({ index, statement: plainStatement(this.#scored.document, index) }));
  }

  /** The best points that name a subject of the text, in order, at most one per chapter; fewer when others say too little. */
  overviewOf(chapters: readonly { chapter: OutlinedChapter; lines: readonly Line[] }[], opening: readonly Line[]): Line[] {
    const { scores, document } = this.#scored;
    const groupOf = ({ index }: Line): number | undefined => document.sentences[index]?.group;
    const groups = new Set(opening.map(groupOf));
    const chosen = [...opening];
    const said = new Set<string>();
    const note = ({ statement }: Line): void => {
      for (const { key } of wordsIn(document, statement.text)) said.add(key);
    };
    for (const line of opening) note(line);
    const value = (line: Line, title: ReadonlySet<string>): number => {
      const keys = new Set(wordsIn(document, line.statement.text).map(({ key }) => key));
      const titled = [...title].filter((key) => keys.has(key)).length;
      return (
        (scores[line.index] ?? 0) +
        mainSubjectValue * this.#subjectWeightOf(line, said) +
        titleValue * Math.min(2, titled) -
        (this.#subjectWordsIn(line) === 0 ? unnamedCost : 0) -
        (line.statement.shortened ? 0.02 : 0) +
        this.#worthOf(line.index)
      );
    };
    const left = chapters.map(({ chapter, lines }) => ({
      lines,
      share: shareOf(chapter, chapters),
      title: new Set(wordsIn(document, chapter.title).flatMap(({ key, isStop }) => (isStop ? [] : [key]))),
    }));
    while (chosen.length < mostOverview && left.length > 0) {
      let best: { at: number; line: Line; value: number } | null = null;
      for (const [at, { lines, share, title }] of left.entries())
        for (const line of lines) {
          const own = value(line, title) + chapterShareValue * share;
          if ((best && own <= best.value) || groups.has(groupOf(line))) continue;
          if (chosen.some(({ statement }) => this.#saysSame(statement.text, line.statement.text))) continue;
          if (chosen.length >= leastOverview && this.#subjectWeightOf(line, noWords) < enoughSubject) continue;
          best = { at, line, value: own };
        }
      if (!best) break;
      left.splice(best.at, 1);
      groups.add(groupOf(best.line));
      chosen.push(best.line);
      note(best.line);
    }
    return [...opening, ...chosen.slice(opening.length).sort((a, b) => a.index - b.index)];
  }

  /** Prefers sentences that are central in the text and use words that the chapter uses more than the rest. */
  #chapterScores(span: Range): ScoredDocument {
    const { sentences, termCount } = this.#scored.document;
    if (span.end - span.start >= sentences.length) return { ...this.#scored, scores: this.#scored.scores.slice() };
    const inside = new Float64Array(termCount);
    const outside = new Float64Array(termCount);
    let insideTotal = 1;
    let outsideTotal = 1;
    sentences.forEach((sentence, index) => {
      const here = index >= span.start && index < span.end;
      for (const term of sentence.terms) {
        if (here) inside[term] = (inside[term] ?? 0) + 1;
        else outside[term] = (outside[term] ?? 0) + 1;
      }
      if (here) insideTotal += sentence.terms.length;
      else outsideTotal += sentence.terms.length;
    });
    const own = sentences.slice(span.start, span.end);
    const typical = rankOrder(
      own.map((sentence) => {
        let sum = 0;
        for (const term of new Set(sentence.terms)) {
          const odds = ((inside[term] ?? 0) + 0.5) / insideTotal / (((outside[term] ?? 0) + 0.5) / outsideTotal);
          if ((inside[term] ?? 0) > 1) sum += Math.max(0, Math.log(odds));
        }
        return sum / Math.sqrt(Math.max(4, sentence.terms.length));
      }),
    );
    const central = rankOrder(this.#scored.scores.slice(span.start, span.end));
    const scores = new Float64Array(sentences.length);
    own.forEach((_, offset) => {
      const rank = (1 - chapterWeight) * (central[offset] ?? 0) + chapterWeight * (typical[offset] ?? 0);
      scores[span.start + offset] = rank + (subjectValue / 2) * this.#subjectsIn(span.start + offset);
    });
    return { ...this.#scored, scores };
  }
}

function shareOf(chapter: OutlinedChapter, chapters: readonly { chapter: OutlinedChapter }[]): number {
  const size = ({ sentences }: OutlinedChapter): number => sentences.end - sentences.start;
  return size(chapter) / Math.max(1, ...chapters.map((one) => size(one.chapter)));
}

function holds(one: string, other: string): boolean {
  return one.includes(other) || other.includes(one);
}

export function repeatsPoints(chapters: number): boolean {
  return chapters >= leastChapters;
}

export function toPoint({ statement }: Line): Point {
  const { text, segmentIds, shortened } = statement;
  return shortened ? { text, segmentIds, shortened } : { text, segmentIds };
}

function figuresOf(text: string): string {
  return [...new Set(text.match(/\d+/g))].sort().join();
}
