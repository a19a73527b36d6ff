import { cleanTag } from '#lib/notes/hashtags.ts';
import { otherStopWords } from '../../text/stop-words.ts';
import { isLightHead, isLightStart } from './chapters/light-words.ts';
import { mainPhrases, type Phrase } from './phrases.ts';

const mostTags = 6;

/** Names and terms are looked for among this many main phrases. */
const mainOnes = 14;
const mostSpecific = 4;

/** Names and terms first, then the other main phrases; no light words, and no tag that is part of another. */
export function chooseTags(phrases: readonly Phrase[], total: number, title: string | null): string[] {
  const main = mainPhrases(phrases, total, title);
  const near = main.slice(0, mainOnes);
  const specific = near.filter(isSpecific).slice(0, mostSpecific);
  const tags: string[] = [];
  const lower: string[] = [];
  for (const phrase of new Set([...specific, ...main])) {
    const tag = cleanTag(phrase.text.replace(/['’]s(?!\p{L})/gu, ''));
    if (otherStopWords.has(tag.toLowerCase()) || isLight(phrase.text)) continue;
    const key = tag.toLowerCase();
    if (tag === '' || !/\p{L}/u.test(tag) || lower.some((known) => known.includes(key) || key.includes(known))) continue;
    tags.push(tag);
    lower.push(key);
    if (tags.length === mostTags) break;
  }
  return tags;
}

function isSpecific({ text, words }: Phrase): boolean {
  return /\p{Script=Han}/u.test(text) ? text.length > 2 : words > 1;
}

function isLight(text: string): boolean {
  const last = text.split(' ').at(-1) ?? '';
  return (
    isLightHead(last, 'en') ||
    isLightHead(text, 'zh') ||
    isLightStart(text, 'zh') ||
    /[是的了]$/u.test(text) ||
    /^[一二三四五六七八九十百千万亿两几零\d]+.?$/u.test(text)
  );
}
