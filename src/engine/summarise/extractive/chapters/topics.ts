import type { Language, Segment } from '../../../domain.ts';
import { otherLanguageOf } from '../../../text/other-stop-words.ts';
import { weakTopicWords } from '../../../text/stop-words.ts';
import { words } from '../../../text/words.ts';
import { sampleText, Vocabulary } from '../document.ts';
import { chapterCount, leastChapterShare, mostChapterSeconds } from './chapter-length.ts';
import { closesTopic, opensTopic } from './topic-cues.ts';

/** The work grows with the square of the units, so the segments of longer sources are joined into this many. */
const mostUnits = 900;
/** Bonuses in nats, weighed against lexical cohesion. */
const cueBonus = 10;
const closingBonus = 4;
const breathMs = 1500;
/** Characters spoken per second, for text without times. */
const perSecond = { zh: 4.5, en: 14 } as const;
/** Cost in nats of a chapter that is too long, times its excess as a share of the whole. */
const tooLong = 20_000;

type Unit = { first: number; terms: number[]; start: number; bonus: number };

function speechSeconds(segments: readonly Segment[], language: Language): number {
  const first = segments.find((segment) => segment.startMs !== null);
  const last = segments.findLast((segment) => segment.startMs !== null);
  if (first && last && last !== first) return Math.max(1, ((last.endMs ?? last.startMs ?? 0) - (first.startMs ?? 0)) / 1000);
  return segments.reduce((sum, segment) => sum + segment.text.length, 0) / perSecond[language];
}

/** Lexical cohesion (Utiyama and Isahara 2001) with a bonus for announced changes. Ascending starts, 0 first. */
export function findTopics(segments: readonly Segment[], language: Language, wanted?: number): number[] {
  if (segments.length === 0) return [];
  const seconds = speechSeconds(segments, language);
  const count = wanted ?? chapterCount(seconds);
  const vocabulary = new Vocabulary();
  const units = makeUnits(segments, language, vocabulary);
  if (count <= 1 || units.length < 4) return [0];
  const starts = bestCuts(
    units,
    vocabulary.size,
    Math.min(count, Math.floor(units.length / 2)),
    wanted === undefined ? mostChapterSeconds / seconds : 1,
  );
  return [...new Set(starts.map((unit) => snapToPause(segments, units[unit]?.first ?? 0)))].sort((a, b) => a - b);
}

function makeUnits(segments: readonly Segment[], language: Language, vocabulary: Vocabulary): Unit[] {
  const perUnit = Math.ceil(segments.length / mostUnits);
  const units: Unit[] = [];
  let offset = 0;
  const known = vocabulary;
  const stopWords = language === 'zh' ? undefined : otherLanguageOf(sampleText(segments))?.stopWords;
  segments.forEach((segment, position) => {
    const terms = words(segment.text, language, stopWords)
      .filter((word) => !word.isStop && !weakTopicWords.has(word.text.toLowerCase()))
      .map((word) => known.id(word.key));
    const before = segments[position - 1];
    let bonus = opensTopic(segment.text, language) ? cueBonus : 0;
    if (before && closesTopic(before.text, language)) bonus = Math.max(bonus, closingBonus);
    const unit = units.at(-1);
    if (unit && position % perUnit !== 0) {
      for (const term of terms) unit.terms.push(term);
      unit.bonus = Math.max(unit.bonus, bonus);
    } else {
      units.push({ first: position, terms, start: segment.startMs ?? offset, bonus });
    }
    offset += segment.text.length;
  });
  const end = segments.at(-1)?.endMs ?? offset;
  const origin = units[0]?.start ?? 0;
  const whole = Math.max(1, end - origin);
  for (const unit of units) unit.start = (unit.start - origin) / whole;
  return units;
}

/** A topic of N words with counts c, of a vocabulary of V, costs N ln(N+V) - sum c ln(c+1). */
function bestCuts(units: readonly Unit[], vocabularySize: number, count: number, mostShare: number): number[] {
  const n = units.length;
  const costs = topicCosts(units, vocabularySize);
  let best = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY);
  best[0] = 0;
  const from: Int32Array[] = [];
  const startOf = (unit: number): number => units[unit]?.start ?? 1;
  let reached = 0;
  for (let topic = 1; topic <= count; topic += 1) {
    const next = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY);
    const source = new Int32Array(n + 1).fill(-1);
    for (let end = 1; end <= n; end += 1) {
      const limit = startOf(end) - leastChapterShare * Math.min(1, 12 / count);
      for (let begin = 0; begin < end; begin += 1) {
        if (startOf(begin) > limit && !(begin === 0 && end === n)) break;
        const before = best[begin] ?? Number.POSITIVE_INFINITY;
        if (before === Number.POSITIVE_INFINITY) continue;
        const excess = Math.max(0, startOf(end) - startOf(begin) - mostShare);
        const cost =
          before + excess * tooLong + (costs[begin]?.[end - 1 - begin] ?? 0) - (begin > 0 ? (units[begin]?.bonus ?? 0) : 0);
        if (cost < (next[end] ?? 0)) {
          next[end] = cost;
          source[end] = begin;
        }
      }
    }
    from.push(source);
    best = next;
    if (best[n] !== Number.POSITIVE_INFINITY) reached = topic;
  }
  const starts: number[] = [];
  for (let topic = reached, end = n; topic > 0 && end > 0; topic -= 1) {
    const begin = from[topic - 1]?.[end] ?? -1;
    if (begin < 0) break;
    starts.push(begin);
    end = begin;
  }
  return starts.reverse();
}

/** costs[i][j]: a topic from unit i to unit i+j. */
function topicCosts(units: readonly Unit[], vocabularySize: number): Float32Array[] {
  const total = units.reduce((sum, unit) => sum + unit.terms.length, 0);
  const gain = new Float64Array(total + 1);
  // How much one more occurrence adds to the sum, for a word seen c times.
  for (let c = 0; c <= total; c += 1) gain[c] = (c + 1) * Math.log(c + 2) - c * Math.log(c + 1);
  const counts = new Int32Array(vocabularySize);
  return units.map((_, begin) => {
    const row = new Float32Array(units.length - begin);
    counts.fill(0);
    let size = 0;
    let sum = 0;
    for (let end = begin; end < units.length; end += 1) {
      for (const term of units[end]?.terms ?? []) {
        const seen = counts[term] ?? 0;
        sum += gain[seen] ?? 0;
        counts[term] = seen + 1;
        size += 1;
      }
      row[end - begin] = size * Math.log(size + vocabularySize) - sum;
    }
    return row;
  });
}

function snapToPause(segments: readonly Segment[], position: number): number {
  if (position === 0) return 0;
  for (const step of [0, 1, -1, 2, -2]) {
    const after = segments[position + step];
    const before = segments[position + step - 1];
    if (!after || !before || after.startMs === null || before.endMs === null) continue;
    if (after.startMs - before.endMs >= breathMs) return position + step;
  }
  return position;
}
