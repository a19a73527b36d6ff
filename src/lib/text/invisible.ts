/** Invisible characters could carry hidden text to a model. A joiner is kept inside an emoji and in scripts that need it. */

const invisible = /[\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

const joining =
  '[[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}' +
  '\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}]&&[\\p{L}\\p{M}]]';
const betweenLetters = new RegExp(`(?<=${joining})[\\u200c\\u200d](?=${joining})`, 'vy');
const insideEmoji = /(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})/uy;
/** Old spelling of Malayalam chillu letters. */
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
