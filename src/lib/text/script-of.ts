const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const letters = /\p{L}/gu;

/** The main script of a text, judged by its beginning. A Chinese character counts as much as three letters. */
export function scriptOf(text: string): 'han' | 'latin' {
  const start = text.slice(0, 4000);
  const wide = start.match(han)?.length ?? 0;
  const all = start.match(letters)?.length ?? 0;
  return wide * 3 >= all - wide ? 'han' : 'latin';
}

type Setting = { 'data-script': 'han' | 'latin'; lang: string };

/** Without `lang`, a Chinese page draws English apostrophes as wide as a character, and reads them in a Chinese voice. */
export function settingOf(text: string): Setting {
  const script = scriptOf(text);
  return { 'data-script': script, lang: script === 'latin' ? 'en' : 'zh-CN' };
}

/** The same for a text in any language; undefined: not known. Only what its letters say for sure is guessed. */
export function settingOfSource(text: string, lang: string | undefined): Setting {
  const script = scriptOf(text);
  return { 'data-script': script, lang: lang ?? (script === 'latin' ? 'und' : eastAsianOf(text.slice(0, 4000))) };
}

function eastAsianOf(text: string): string {
  const countOf = (letters: RegExp) => text.match(letters)?.length ?? 0;
  const all = countOf(han);
  if (countOf(/\p{Script=Hangul}/gu) > all / 2) return 'ko';
  // Japanese without a tenth of these is rare, and Chinese names with them are short.
  return countOf(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > all / 10 ? 'ja' : 'zh-CN';
}
