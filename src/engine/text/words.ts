import type { Language } from '../domain.ts';
import { stemEnglish } from './stem.ts';
import { chineseStopWords, englishStopWords } from './stop-words.ts';

/** `key` is shared by equal words (lower case, stemmed). */
export type Word = { text: string; key: string; start: number; end: number; isStop: boolean };

/** Marks are vowels and accents; the signs that draw a character as an emoji are none. */
const spacedWord =
  /[\p{L}\p{N}](?:[\p{L}\p{N}\p{Mc}]|(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Mn})*(?:['’.\-&][\p{L}\p{N}](?:[\p{L}\p{N}\p{Mc}]|(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Mn})*)*[+#]*/gu;
/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordLike = /[\p{L}\p{N}]/u;
const hanOnly = /^\p{Script=Han}+$/u;
/** Behind a noun of two syllables at least; those with which a noun may end are left out. */
const koreanParticle = /(?<=[\p{Script=Hangul}\p{Script=Latin}\p{N}]{2})(?:에서|에게|으로|까지|부터|의|을|를|은|는|와)$/u;
/** Japanese writes its function words and endings so. */
const hiraganaOnly = /^[\p{Script=Hiragana}ー]+$/u;

/** Making an `Intl.Segmenter` costs more than segmenting a page with it. */
let wordSegmenter: Intl.Segmenter | undefined;

const noStopWords: ReadonlySet<string> = new Set();

/** `en` stands for all languages with spaces; `stopWords` are those of a text that is not English. */
export function words(text: string, language: Language, stopWords: ReadonlySet<string> = noStopWords): Word[] {
  return language === 'zh' ? chineseWords(text) : spacedWords(text, stopWords);
}

function spacedWords(text: string, stopWords: ReadonlySet<string>): Word[] {
  const found: Word[] = [];
  for (const match of text.matchAll(spacedWord)) {
    if (unspaced.test(match[0])) {
      for (const word of segmentedWords(match[0], stopWords))
        found.push({ ...word, start: match.index + word.start, end: match.index + word.end });
      continue;
    }
    const whole = match[0].toLowerCase().replaceAll('’', "'");
    const isKnown = stopWords.has(whole);
    const elided = isKnown ? 0 : elidedLength(whole, stopWords);
    const particle = isKnown ? 0 : (koreanParticle.exec(match[0])?.[0].length ?? 0);
    const lower = whole.slice(elided, whole.length - particle);
    found.push({
      text: match[0].slice(elided, match[0].length - particle),
      key: stemEnglish(lower),
      start: match.index + elided,
      end: match.index + match[0].length - particle,
      isStop: englishStopWords.has(lower) || stopWords.has(lower) || /^[\d.,]+$/.test(lower) || lower.length < 2,
    });
  }
  return found;
}

/** The length of a leading word that lost its vowel, as in l'acqua. */
function elidedLength(word: string, stopWords: ReadonlySet<string>): number {
  const mark = word.indexOf("'");
  return mark > 0 && stopWords.has(word.slice(0, mark)) ? mark + 1 : 0;
}

function segmentedWords(text: string, stopWords: ReadonlySet<string>): Word[] {
  return [...segmenter().segment(text)].flatMap(({ segment, index, isWordLike }) => {
    if (!isWordLike || !wordLike.test(segment)) return [];
    const isStop = stopWords.has(segment) || /^[\d.,]+$/.test(segment) || segment.length < 2;
    return [{ text: segment, key: segment.toLowerCase(), start: index, end: index + segment.length, isStop }];
  });
}

function segmenter(): Intl.Segmenter {
  wordSegmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  return wordSegmenter;
}

function chineseWords(text: string): Word[] {
  const found: Word[] = [];
  for (const part of segmenter().segment(text)) {
    if (!part.isWordLike || !wordLike.test(part.segment)) continue;
    const lower = part.segment.toLowerCase();
    found.push({
      text: part.segment,
      key: lower,
      start: part.index,
      end: part.index + part.segment.length,
      isStop:
        chineseStopWords.has(lower) ||
        englishStopWords.has(lower) ||
        hiraganaOnly.test(lower) ||
        /^[\d.,]+$/.test(lower) ||
        (lower.length === 1 && !hanOnly.test(lower)),
    });
  }
  return found;
}
