import type { Language } from '../../domain.ts';
import { words } from '../../text/words.ts';
import type { Line } from './choose-points.ts';
import type { Phrase } from './phrases.ts';
import { endsOpen, startsWeakly } from './wording/edges.ts';

const announced: Record<Language, RegExp> = {
  zh: /(?:(?:主题|话题|题目|议题)(?:就)?(?:是|叫做?|为)|(?:聊|谈|讲|讨论|探讨|分享|介绍)(?:一聊|一谈|一下|一起)?(?:的(?:就)?是|的(?:主题|话题|题目)(?:就)?是))[，,：: ]?(.{4,60})$/u,
  en: /\b(?:(?:talk|talking|speak|speaking) about|discuss(?:ing)?|(?:topic|subject|title)(?: of (?:this|my|our|today['’]s) \w+)? is|session (?:on|with)) (?:the |a |an |our |how )?(.{5,120})$/i,
};
/** `I'm not sure how much I should talk about …` announces nothing. */
const doubted: Record<Language, RegExp> = {
  zh: /不(?:知道|确定|打算|想)|没有?(?:想|打算)/u,
  en: /\b(?:not|never|don['’]t|won['’]t|can['’]t|should)\b/i,
};
const longest = { zh: 24, en: 64 } as const;
const mostParts = 2;
const mainOnes = 12;

/** For a source with only a file name: what the speaker announces, else the chapter titles that name most of its subjects. */
export function makeNoteTitle(
  opening: readonly Line[],
  chapters: readonly string[],
  subjects: readonly Phrase[],
  language: Language,
): string | null {
  const main = subjects.slice(0, mainOnes).map(({ text }) => text.toLowerCase());
  for (const { statement } of opening) {
    const said = doubted[language].test(statement.text) ? undefined : announced[language].exec(statement.text)?.[1];
    const title = said === undefined ? null : clean(said, language);
    if (title !== null) return title;
  }
  const value = (title: string): number =>
    main.reduce((sum, text, at) => sum + (title.toLowerCase().includes(text) ? mainOnes - at : 0), 0);
  const parts = chapters
    .filter((title) => !/^(?:Part|第) ?\d+/u.test(title))
    .toSorted((a, b) => value(b) - value(a))
    .filter((title, at, all) => !all.slice(0, at).some((other) => share(title, other, language)))
    .slice(0, mostParts);
  return parts.length === 0 ? null : parts.join(language === 'zh' ? '、' : ', ');
}

function share(title: string, other: string, language: Language): boolean {
  const keys = new Set(words(other, language).map(({ key }) => key));
  return words(title, language).some(({ key, isStop }) => !isStop && keys.has(key));
}

function clean(said: string, language: Language): string | null {
  const whole = said.split(/[。；;！!？?…]|\.(?:\s|$)/u)[0] ?? '';
  for (const part of [whole, whole.split(/[，,]/u)[0] ?? '']) {
    const title = part.replace(/^[“"「《\s]+|(?<![”"」》\s])[”"」》\s]+$/gu, '');
    const fits = title.length >= 4 && title.length <= longest[language];
    if (fits && !startsWeakly(title, language) && !endsOpen(title, language))
      return title.charAt(0).toUpperCase() + title.slice(1);
  }
  return null;
}
