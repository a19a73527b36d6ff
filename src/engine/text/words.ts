import type { Language } from '../domain.ts';
import { stemEnglish } from './stem.ts';
import { chineseStopWords, englishStopWords } from './stop-words.ts';

/** `key` is shared by equal words (lower case, stemmed). */
export type Word = { text: string; key: string; start: number; end: number; isStop: boolean };

const englishWord = /[\p{L}\p{N}]+(?:['’.\-&][\p{L}\p{N}]+)*[+#]*/gu;
const wordLike = /[\p{L}\p{N}]/u;
const hanOnly = /^\p{Script=Han}+$/u;

/** Making an `Intl.Segmenter` costs more than segmenting a page with it. */
let chineseSegmenter: Intl.Segmenter | undefined;

export function words(text: string, language: Language): Word[] {
  return language === 'zh' ? chineseWords(text) : englishWords(text);
}

function englishWords(text: string): Word[] {
  const found: Word[] = [];
  for (const match of text.matchAll(englishWord)) {
    const lower = match[0].toLowerCase().replaceAll('’', "'");
    found.push({
      text: match[0],
      key: stemEnglish(lower),
      start: match.index,
      end: match.index + match[0].length,
      isStop: englishStopWords.has(lower) || /^[\d.,]+$/.test(lower) || lower.length < 2,
    });
  }
  return found;
}

function chineseWords(text: string): Word[] {
  chineseSegmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const found: Word[] = [];
  for (const part of chineseSegmenter.segment(text)) {
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
        /^[\d.,]+$/.test(lower) ||
        (lower.length === 1 && !hanOnly.test(lower)),
    });
  }
  return found;
}
