import type { Language } from '../domain.ts';

/** Sounds that no word is written like. `HMM` and `UH` are names, so capitals only begin one. */
const sounds =
  /(?<![\p{L}\p{N}'’-])(?:[Uu]h+|[Uu]mm+|[Ee]rm+|[Aa]hm|[Hh]m+|[Mm]mm+|[Mm]hm|[Uu]h-huh)(?![\p{L}\p{N}'’-])[,.…，、。]*\s*/gu;
/** Sounds that are words of other languages; `mm` behind a number is a unit. */
const englishSounds = /(?<![\p{L}\p{N}'’-]|\p{N}\s)(?:[Uu]m|[Ee]r|[Mm]m)(?![\p{L}\p{N}'’-])[,.…]*\s*/gu;
const englishAside = /(?<=^|[,.;:!?…]\s{0,9})(?:you know|i mean|sort of|kind of)\s*,\s*/gi;
/** Words that also stand before and behind the comma of two clauses are left: `I told you, you should call`. */
const englishRepeat =
  /(?<![\p{L}\p{N}'’-])(i|the|a|an|of|and|we|that['’]s|it['’]s)(?:(?:\s*,\s+|\s+)\1)+(?![\p{L}\p{N}'’-])|(?<![\p{L}\p{N}'’-])(to|they|he|she)(?:\s+\2)+(?![\p{L}\p{N}'’-])|(?<=^|[,.;:!?…]\s{0,9})(you|it|they|he|she|this|that|so|but|if|when|there)(?:\s*,\s+\3)+(?![\p{L}\p{N}'’-])/giu;
const chinese =
  /(?<=^|[\s，,。！？!?、；;：:])[呃嗯唔噢哦额]+(?=$|[\s，,。！？!?、；;：:])[，,。、…\s]*|[呃嗯]{1,4}[，,、…\s]*/gu;
/** In 他相信我，我很感动 two clauses meet, so across a mark a pronoun is said twice only if it stands alone before the mark. */
const chineseRepeat =
  /(这个|那个|就是|然后|就是说)(?:[，,、\s]*\1)+|(我们|我)\2+|(?<=^|[\s，,。！？!?、；;：:])(我们|我|你们|你|他们|他|这|那)(?:[，,、\s]+\3)+/gu;

/** Words that English does not share with German, French, Spanish, Portuguese or Dutch. */
const englishWords =
  /(?<![\p{L}'’-])(?:the|and|of|that|this|you|they|have|with|what|would|from|but|know|think|i['’]m|it['’]s)(?![\p{L}-])/iu;

const isWord = /[\p{L}\p{N}]/u;

export function dropHesitations(text: string, language: Language): string {
  const isEnglish =
    language === 'en' && (englishWords.test(text) || !isWord.test(text.replace(englishSounds, '').replace(sounds, '')));
  const rest =
    language === 'zh'
      ? text.replace(chinese, '').replace(chineseRepeat, '$1$2$3').replace(sounds, '')
      : (isEnglish ? text.replace(englishSounds, '') : text)
          .replace(sounds, '')
          .replace(englishAside, '')
          .replace(englishRepeat, '$1$2$3');
  const clean = rest
    .replace(/\s{2,}/g, ' ')
    .replace(/^[，,、；;：:。.…\s]+/u, '')
    .replace(/(?<!\s)\s+([,.;:!?，。！？；：、])/gu, '$1')
    .replace(/(?<![，,、])[，,、]+([。！？!?.])/gu, '$1')
    .trim();
  if (!isWord.test(clean)) return '';
  return language === 'en' && /^\p{Lu}/u.test(text.trim()) ? clean.charAt(0).toUpperCase() + clean.slice(1) : clean;
}
