/**
 * Characters that no reader sees: they can carry words to a model that nobody knows of. Only where a joiner shapes what
 * is seen it stays: inside an emoji, and between letters of the scripts that are written with joiners.
 */

const invisible = /[\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Arabic and its kin, and the scripts of India and its neighbours: their letters, and the marks on them. */
const joining =
  '[[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}' +
  '\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}]&&[\\p{L}\\p{M}]]';
const betweenLetters = new RegExp(`(?<=${joining})[\\u200c\\u200d](?=${joining})`, 'vy');
/** A family, a profession, a flag: a second picture joined to the first. */
const insideEmoji = /(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})/uy;
/** Older Malayalam writes a consonant without a vowel so, at the end of a word too. */
const behindVirama = /(?<=\u0d4d)\u200d/uy;

export function withoutInvisible(text: string): string {
  return text.replace(invisible, (character, at: number) => (shapes(text, at) ? character : ''));
}

function shapes(text: string, at: number): boolean {
  const character = text[at];
  if (character !== '\u200c' && character !== '\u200d') return false;
  return [betweenLetters, insideEmoji, behindVirama].some((pattern) => {
    pattern.lastIndex = at;
    return pattern.test(text);
  });
}
