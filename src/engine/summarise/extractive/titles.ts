import type { Language } from '../../model.ts';
import type { SourceDocument } from './document.ts';
import { type Phrase, phrasesOf } from './phrases.ts';

const longestTitle = { zh: 14, en: 48 } as const;
const mostTitleWords = 6;

/**
 * A name for a stretch of sentences: its best key phrase, with a second one when the first is short.
 * Never one of `taken`; empty when the stretch has no phrase of its own.
 */
export function phraseTitle(
  document: SourceDocument,
  phrases: readonly Phrase[],
  range: { start: number; end: number },
  taken: ReadonlySet<string>,
): string {
  const { language } = document;
  const best = phrasesOf(phrases, range, document.sentences.length).slice(0, 12);
  for (let lead = 0; lead < best.length; lead += 1) {
    const first = best[lead];
    if (!first) break;
    for (const second of [...best.slice(lead + 1, lead + 5), null]) {
      const title = second ? joinPhrases(first, second, language) : capitalise(first.text, language);
      if (title !== null && !taken.has(title.toLowerCase())) return title;
    }
  }
  return '';
}

function joinPhrases(first: Phrase, second: Phrase, language: Language): string | null {
  const [a, b] = [first.text.toLowerCase(), second.text.toLowerCase()];
  if (a.includes(b) || b.includes(a) || sharesWord(first, second)) return null;
  const title = language === 'zh' ? `${first.text}与${second.text}` : `${capitalise(first.text, language)} and ${second.text}`;
  if (title.length > longestTitle[language]) return null;
  return language === 'en' && first.words + second.words + 1 > mostTitleWords ? null : title;
}

function sharesWord(first: Phrase, second: Phrase): boolean {
  const parts = new Set(first.key.split('\u0001'));
  return second.key.split('\u0001').some((part) => parts.has(part));
}

function capitalise(text: string, language: Language): string {
  return language === 'en' ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** The opening words of a text, cut between words, for a chapter that has no key phrase. */
export function openingTitle(text: string, language: Language): string {
  const limit = longestTitle[language];
  const clause =
    text
      .split(/[，。！？；：,.!?;:\n]/u)
      .find((part) => /[\p{L}\p{N}]/u.test(part))
      ?.trim() ?? text.trim();
  if (clause.length <= limit) return clause;
  const characters = Array.from(clause);
  if (language === 'zh') return characters.slice(0, limit).join('');
  const whole = clause
    .slice(0, limit + 1)
    .split(/\s+/)
    .slice(0, -1)
    .slice(0, mostTitleWords)
    .join(' ');
  return whole === '' ? characters.slice(0, limit).join('') : whole;
}
