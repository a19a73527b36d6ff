import type { Language } from '../../../domain.ts';
import type { Word } from '../../../text/words.ts';

const fillers = {
  en: /^(?:uh+|um+|erm?|hmm*|mm+|mhm|yeah|okay|ok|like)$/,
  zh: /^(?:呃|嗯|啊|哦|额|这个|那个|就是说|对吧|是吧|然后|的话|就是)$/u,
} as const;

const pointers = {
  en: /^(?:i|i['’](?:m|ve|d|ll)|you|me|my|your|we|us|he|she|that|that['’]s|this|it|it['’]s|they|them)$/,
  zh: /^(?:我|你|您|他|她|它|咱们|我们|你们|他们|它们|这|那|这样|那样)$/u,
} as const;

/** A longer word after one of these is not a restart. */
const shortWords = /^(?:i|a|the|to|in|it|we|is|so|an|on|no|he|do|be|as|at|or|of|by)$/;

export function looseness(words: readonly Word[], language: Language): number {
  let loose = 0;
  let before = '';
  for (const word of words) {
    const text = word.text.toLowerCase();
    if (fillers[language].test(text) || pointers[language].test(text) || text === before) loose += 1;
    else if (language === 'en' && (isStray(text) || isRestart(before, text))) loose += 1;
    before = text;
  }
  return loose / Math.max(5, words.length);
}

/** A single letter left of a broken word. */
function isStray(text: string): boolean {
  return text.length === 1 && /[b-hj-z]/.test(text);
}

/** The beginning of a word before the word itself: `th the`, `ex extract`. */
function isRestart(before: string, text: string): boolean {
  return (
    before.length > 0 &&
    before.length < 4 &&
    text.length > before.length + 1 &&
    text.startsWith(before) &&
    !shortWords.test(before)
  );
}
