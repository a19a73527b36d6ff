const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const letters = /\p{L}/gu;

/** The main script of a text, judged by its beginning. A Chinese character counts as much as three letters. */
export function scriptOf(text: string): 'han' | 'latin' {
  const start = text.slice(0, 4000);
  const wide = start.match(han)?.length ?? 0;
  const all = start.match(letters)?.length ?? 0;
  return wide * 3 >= all - wide ? 'han' : 'latin';
}

/**
 * Attributes for an element with text of its own: without `lang`, a Chinese page draws the apostrophes of English as wide as
 * a character, and a screen reader uses a Chinese voice.
 */
export function settingOf(text: string): { 'data-script': 'han' | 'latin'; lang: string } {
  const script = scriptOf(text);
  return { 'data-script': script, lang: script === 'latin' ? 'en' : 'zh-CN' };
}
