import type { Language } from '../domain.ts';

/** Sounds without meaning. Fillers with a meaning (`so`, `no`, 那么) stay in a text that is read whole. */
const english = /(?<![\p{L}\p{N}'’-])(?:u+h+|u+m+|e+r+m*|a+h+m|h+m+|mm+|mhm|uh-huh)(?![\p{L}\p{N}'’-])[,.…]*\s*/giu;
const englishAside = /(?<=^|[,.;:!?…]\s{0,9})(?:you know|i mean|sort of|kind of)\s*,\s*/gi;
const englishRepeat =
  /(?<![\p{L}\p{N}'’-])(i|the|a|an|to|of|in|and|we|you|it|is|they|he|she|that['’]s|it['’]s)(?:(?:\s*,\s+|\s+)\1)+(?![\p{L}\p{N}'’-])/giu;
const chinese =
  /(?<=^|[\s，,。！？!?、；;：:])[呃嗯唔噢哦额]+(?=$|[\s，,。！？!?、；;：:])[，,。、…\s]*|[呃嗯]{1,4}[，,、…\s]*/gu;
const chineseRepeat = /(这个|那个|就是|然后|我们|我|就是说)(?:[，,、\s]*\1)+/gu;

export function dropHesitations(text: string, language: Language): string {
  const rest =
    language === 'zh'
      ? text.replace(chinese, '').replace(chineseRepeat, '$1').replace(english, '')
      : text.replace(english, '').replace(englishAside, '').replace(englishRepeat, '$1');
  const clean = rest
    .replace(/\s{2,}/g, ' ')
    .replace(/^[，,、；;：:。.…\s]+/u, '')
    .replace(/(?<!\s)\s+([,.;:!?，。！？；：、])/gu, '$1')
    .replace(/(?<![，,、])[，,、]+([。！？!?.])/gu, '$1')
    .trim();
  if (!/[\p{L}\p{N}]/u.test(clean)) return '';
  // Restores the capital of a removed first word.
  return language === 'en' && /^\p{Lu}/u.test(text.trim()) ? clean.charAt(0).toUpperCase() + clean.slice(1) : clean;
}
