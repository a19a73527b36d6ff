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

/** Only usual regions: `let_it_be` is not Italian of Belgium. Codes that are also words must stand behind a full stop. */
const suffix =
  /(?:[._-](zh|en|ja|ko|fr|ru|pt|eng|zho|cmn|chs|cht|jpn|kor|deu|fra)|\.(de|es|it|chi|fre|ger|spa|rus|por|ita))((?:[_-]han[st])?(?:[_-](?:cn|tw|hk|mo|sg|us|gb|uk|au|ca|nz|ie|br|pt|es|mx|419|fr|ch|at|jp|kr))?)$/i;

/** `talk.en` → `talk`, `en`; `talk_zh-CN` → `talk`, `zh-CN`. Takes a file's name without its ending. */
export function splitLanguage(base: string): { rest: string; language: string | null } {
  const found = suffix.exec(base);
  if (found === null) return { rest: base, language: null };
  const [, code = found[2] ?? '', , region = ''] = found;
  const language = `${longCodes[code.toLowerCase()] ?? code}${region.replaceAll('_', '-')}`;
  return { rest: base.slice(0, found.index), language };
}
