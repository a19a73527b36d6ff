import type { Language } from '../domain.ts';

const hanPattern = /\p{Script=Han}/gu;
const latinWordPattern = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2,}/gu;

/** Cheap for a transcript of ten hours. */
const sampleCharacters = 40_000;

/** `zh` with more Han characters than words in Latin, Cyrillic or Greek letters: Chinese text quotes English names. */
export function detectLanguage(text: string): Language {
  const sample = text.slice(0, sampleCharacters);
  const han = sample.match(hanPattern)?.length ?? 0;
  const words = sample.match(latinWordPattern)?.length ?? 0;
  return han > words ? 'zh' : 'en';
}

/** For each script, the number of characters that are worth one word. */
const scripts = {
  han: [/\p{Script=Han}/gu, 1.6],
  kana: [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 2.5],
  hangul: [/\p{Script=Hangul}/gu, 2.3],
  latin: [/\p{Script=Latin}/gu, 5],
  cyrillic: [/\p{Script=Cyrillic}/gu, 5.5],
  greek: [/\p{Script=Greek}/gu, 5.5],
  arabic: [/\p{Script=Arabic}/gu, 4.5],
  hebrew: [/\p{Script=Hebrew}/gu, 4.5],
  devanagari: [/\p{Script=Devanagari}/gu, 4.5],
  thai: [/\p{Script=Thai}/gu, 4.5],
} as const;

type Script = keyof typeof scripts;

/** Scripts of languages that are not written in Latin letters. */
const written: Record<string, readonly Script[]> = {
  zh: ['han'],
  yue: ['han'],
  ja: ['kana', 'han'],
  ko: ['hangul'],
  ru: ['cyrillic'],
  uk: ['cyrillic'],
  bg: ['cyrillic'],
  el: ['greek'],
  ar: ['arabic'],
  fa: ['arabic'],
  ur: ['arabic'],
  he: ['hebrew'],
  iw: ['hebrew'],
  hi: ['devanagari'],
  mr: ['devanagari'],
  ne: ['devanagari'],
  th: ['thai'],
};

function wordList(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** The most common words of a language that its neighbours do not share. */
const functionWords: Record<string, ReadonlySet<string>> = {
  en: wordList('the and of to is that it you this was for are with have they what not we but his from be on as at by or if so'),
  es: wordList('que de la el en los y las un por con una para se no lo como más pero es está esto muy ya porque del al'),
  fr: wordList("les des est et le la un une que pas pour qui dans ce il vous je nous avec sur c'est sont plus mais ça au du"),
  de: wordList('die der und das ist nicht ich sie es ein eine den mit auf für wir auch dass von zu sich dem so wie aber man'),
  it: wordList('che di il la è non un una per sono con del della si ma come questo anche più gli le ho mi ci nel perché'),
  pt: wordList('que de não o um uma para é com os as por mais como mas você isso ele do da na no em se muito está então'),
  nl: wordList('de het een van en dat is niet ik je we maar met voor op zijn te ook er als aan die wat ze nog dan bij'),
  pl: wordList('nie się to że jest na do jak co tak ale za od po tym przez dla są już czy jego ich może tego tylko który'),
  tr: wordList('bir ve bu çok için ne da de mi ben var daha gibi ama sen o kadar değil olarak ki şey sonra olan en bunu'),
  id: wordList('yang dan di itu ini untuk dengan tidak dari ada akan kita saya ke bisa juga karena pada mereka apa sudah'),
  sv: wordList('och att det är en som inte på jag för av med den till har vi om men ett du så från kan de var'),
  da: wordList('og det er at en ikke jeg til på som for vi med de den har af men kan du så et der var om hvad'),
  fi: wordList('ja on se ei että en mutta niin kun minä hän ole mitä oli ne tämä jos nyt olen kuin sen myös'),
  cs: wordList('je to se na že ne jsem tak si co jak ale za by už jako pro jsou až který ze byl když mi'),
  hu: wordList('a az hogy nem és egy is van de ez meg csak már mint én azt volt ha mi el lesz vagy'),
  ro: wordList('și de nu în să că la este cu pe ce un o mai din pentru sunt care am dar ca fi'),
  vi: wordList('là và của có không tôi một cho được các trong này những bạn với người ở đã để mà'),
};

const leastWords = 40;
/** Kept low, as quotations and bilingual tracks exist. */
const leastShare = 0.15;

/** `eng`, `zh_Hans`, `ai-zh`, `a.en` → `en`, `zh`, `zh`, `en`. */
function languageOf(tag: string): { language: string; latinised: boolean } {
  const parts = tag
    .toLowerCase()
    .replace(/^(?:ai[-_]|a\.)/, '')
    .split(/[-_]/);
  const first = parts[0] ?? '';
  const known: Record<string, string> = {
    eng: 'en',
    chi: 'zh',
    zho: 'zh',
    cmn: 'zh',
    jpn: 'ja',
    kor: 'ko',
    spa: 'es',
    fra: 'fr',
  };
  const more: Record<string, string> = { fre: 'fr', deu: 'de', ger: 'de', ita: 'it', por: 'pt', rus: 'ru', ukr: 'uk', nld: 'nl' };
  return { language: known[first] ?? more[first] ?? first, latinised: parts.includes('latn') };
}

/** Of Han, in Japanese, which has about as much of both; Chinese that quotes a title has less. */
const leastKana = 0.4;
/** The share of a text's letters below which neither Russian nor Ukrainian shows. */
const leastTelltale = 0.002;

/** The share of a text's words that show its language. */
const shownBy = 0.12;

/** The language (BCP 47) whose words or letters the text has most of; null when too short or of no known one. */
export function guessLanguage(text: string): string | null {
  const sample = sampleOf(text);
  const shares = scriptShares(sample);
  if (shares.words < leastWords) return null;
  const [script] = Object.entries(shares.of).reduce((most, next) => (next[1] > most[1] ? next : most));
  if (script === 'latin') return guessLatin(sample);
  if (script === 'cyrillic') return guessCyrillic(sample);
  if (script === 'han' || script === 'kana') return shares.of.kana < shares.of.han * leastKana ? 'zh' : 'ja';
  return Object.keys(written).find((language) => written[language]?.[0] === script) ?? null;
}

/** The more common letters decide: one word may be a name from the other language. */
function guessCyrillic(text: string): string {
  const ukrainian = text.match(/[іїєґ]/giu)?.length ?? 0;
  const russian = text.match(/[ыэё]/giu)?.length ?? 0;
  if (ukrainian + russian < text.length * leastTelltale) return 'bg';
  return ukrainian > russian ? 'uk' : 'ru';
}

/** Common English words that its neighbours share. */
const sharedEnglish = wordList('a i in');
/** Times the share of English words that another language must reach: most texts are English. */
const beyondEnglish = 1.2;

function guessLatin(text: string): string | null {
  const tokens = latinTokens(text);
  const english = rateOf(tokens, functionWords.en ?? sharedEnglish) + rateOf(tokens, sharedEnglish);
  let best: string | null = null;
  let most = shownBy;
  for (const [language, profile] of Object.entries(functionWords)) {
    const rate = rateOf(tokens, profile);
    if (rate <= most || (language !== 'en' && rate < beyondEnglish * english)) continue;
    best = language;
    most = rate;
  }
  return best;
}

function latinTokens(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{Script=Latin}']+/gu) ?? []
  );
}

function rateOf(tokens: readonly string[], words: ReadonlySet<string>): number {
  return tokens.reduce((sum, token) => sum + (words.has(token) ? 1 : 0), 0) / tokens.length;
}

/** Takes a BCP 47 or ISO 639-2 tag. False when in doubt: close relatives, unknown languages, short or bilingual texts. */
export function isOtherLanguage(text: string, claimed: string): boolean {
  const { language, latinised } = languageOf(claimed);
  const sample = sampleOf(text);
  const shares = scriptShares(sample);
  if (shares.words < leastWords) return false;
  const own: readonly Script[] = latinised ? ['latin'] : (written[language] ?? []);
  if (own.length > 0) {
    if (own.reduce((sum, script) => sum + shares.of[script], 0) < leastShare) return true;
    const asian = shares.of.han + shares.of.kana;
    if (language === 'ja') return shares.of.kana < asian * 0.1;
    if (language === 'zh' || language === 'yue') return shares.of.kana > asian * 0.3;
    return isOtherCyrillic(sample, language);
  }
  // Serbian, Mongolian and others use several scripts, so only known Latin languages are checked.
  const profile = functionWords[language];
  if (profile === undefined) return false;
  if (shares.of.latin < leastShare) return true;
  return isOtherLatin(sample, profile);
}

/** Samples the start, middle and end, as an introduction may be in another language than the talk. */
function sampleOf(text: string): string {
  if (text.length <= sampleCharacters) return text;
  const part = Math.floor(sampleCharacters / 3);
  const middle = Math.floor((text.length - part) / 2);
  return `${text.slice(0, part)}\n${text.slice(middle, middle + part)}\n${text.slice(-part)}`;
}

function scriptShares(text: string): { words: number; of: Record<Script, number> } {
  const of = { han: 0, kana: 0, hangul: 0, latin: 0, cyrillic: 0, greek: 0, arabic: 0, hebrew: 0, devanagari: 0, thai: 0 };
  let words = 0;
  for (const script of Object.keys(of) as Script[]) {
    const [pattern, perWord] = scripts[script];
    of[script] = (text.match(pattern)?.length ?? 0) / perWord;
    words += of[script];
  }
  for (const script of Object.keys(of) as Script[]) of[script] /= Math.max(1, words);
  return { words, of };
}

function isOtherLatin(text: string, profile: ReadonlySet<string>): boolean {
  const tokens = latinTokens(text);
  if (tokens.length < leastWords) return false;
  const own = rateOf(tokens, profile);
  if (own >= 0.15) return false;
  const best = Math.max(...Object.values(functionWords).map((words) => rateOf(tokens, words)));
  return (best >= shownBy && best > own * 2.2) || (own < 0.03 && tokens.length >= 150);
}

/** Letters that one language uses in every line and the other lacks. */
function isOtherCyrillic(text: string, language: string): boolean {
  const letters = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  if (letters < 200) return false;
  const ukrainian = text.match(/[іїєґ]/giu)?.length ?? 0;
  const russian = text.match(/[ыэъё]/giu)?.length ?? 0;
  if (language === 'uk') return russian > letters * 0.01 && russian > ukrainian * 3;
  return language === 'ru' && ukrainian > letters * 0.02 && ukrainian > russian * 3;
}
