/** Codes of three letters, and what players call the two Chinese scripts. */
const longCodes: Readonly<Record<string, string>> = {
  eng: 'en',
  chi: 'zh',
  zho: 'zh',
  cmn: 'zh',
  chs: 'zh-Hans',
  cht: 'zh-Hant',
  jpn: 'ja',
  kor: 'ko',
  fre: 'fr',
  fra: 'fr',
  ger: 'de',
  deu: 'de',
  spa: 'es',
  rus: 'ru',
  por: 'pt',
  ita: 'it',
};

const suffix =
  /[._-](zh|en|ja|ko|fr|de|es|ru|pt|it|eng|chi|zho|cmn|chs|cht|jpn|kor|fre|fra|ger|deu|spa|rus|por|ita)((?:[_-](?:hans|hant|[a-z]{2}|419)){0,2})$/i;

/** `talk.en` → `talk`, `en`; `talk_zh-CN` → `talk`, `zh-CN`. Takes a file's name without its ending. */
export function splitLanguage(base: string): { rest: string; language: string | null } {
  const found = suffix.exec(base);
  if (found === null) return { rest: base, language: null };
  const [, code = '', region = ''] = found;
  const language = `${longCodes[code.toLowerCase()] ?? code}${region.replaceAll('_', '-')}`;
  return { rest: base.slice(0, found.index), language };
}
