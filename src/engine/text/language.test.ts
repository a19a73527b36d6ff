import { expect, test } from 'vitest';
import { detectLanguage, guessLanguage, isOtherLanguage } from './language.ts';

const samples = {
  en: 'the barn was old and it had been built by the people of this village who were not rich but they knew what they had to do with all of that rye ',
  es: 'el granero era viejo y lo habían construido los hombres de este pueblo que no eran ricos pero sabían muy bien lo que tenían que hacer con el centeno ',
  fr: "la grange est vieille et les gens du village qui sont pauvres ne savent pas ce qu'il faut faire avec le seigle mais c'est une belle grange pour nous ",
  de: 'die Scheune war alt und die Leute von dem Dorf wussten nicht was sie mit dem Roggen machen sollten aber es war auch eine schöne Scheune für uns ',
  nl: 'de schuur was oud en het volk van het dorp wist niet wat ze met de rogge moesten doen maar het is ook een mooie schuur voor ons ',
  sv: 'ladan var gammal och folket i byn visste inte vad de skulle göra med rågen men det är också en vacker lada för oss ',
  it: 'il granaio era vecchio e la gente del paese non sapeva che cosa fare con la segale ma questo è anche un bel granaio per noi ',
  pt: 'o celeiro era velho e as pessoas da aldeia não sabiam o que fazer com o centeio mas isso também é um celeiro bonito para nós ',
  tr: 'bu ambar çok eskiydi ve köyün insanları çavdar için ne yapacaklarını bilmiyordu ama o kadar güzel bir ambar değil ',
  ru: 'амбар был старый и люди этой деревни не знали что им делать с рожью но это был красивый амбар ',
  uk: 'комора була стара і люди цього села не знали що їм робити з житом але це була гарна комора її ',
  ja: '納屋は古くて、この村の人々はライ麦をどうすればいいのか分かりませんでした。でもきれいな納屋でした。',
  zh: '谷仓很旧，这个村子里的人不知道该拿黑麦怎么办，不过那是一座很漂亮的谷仓。',
  ko: '헛간은 오래되었고 이 마을 사람들은 호밀을 어떻게 해야 할지 몰랐지만 아름다운 헛간이었다. ',
  el: 'ο αχυρώνας ήταν παλιός και οι άνθρωποι του χωριού δεν ήξεραν τι να κάνουν με τη σίκαλη ',
  ar: 'كان المخزن قديما ولم يعرف أهل القرية ماذا يفعلون بالجاودار لكنه كان جميلا ',
  he: 'האסם היה ישן ואנשי הכפר לא ידעו מה לעשות עם השיפון אבל הוא היה יפה ',
  hi: 'खलिहान पुराना था और गाँव के लोग नहीं जानते थे कि राई का क्या करें ',
  th: 'ยุ้งฉางเก่าและชาวบ้านไม่รู้ว่าจะทำอย่างไรกับข้าวไรย์ ',
};
const tags = [...Object.keys(samples), 'yue', 'bg', 'fa', 'ur', 'iw', 'mr', 'ne', 'sr', 'und', 'mul', 'live_chat', ''];

/** The tags that a text of each language may have, besides the ones that are never doubted. */
test.each<[language: keyof typeof samples, own: string]>([
  ['en', 'en'],
  ['es', 'es pt'],
  ['fr', 'fr'],
  ['de', 'de'],
  ['nl', 'nl'],
  ['sv', 'sv'],
  ['it', 'it es fr'],
  ['pt', 'pt tr'],
  ['tr', 'tr'],
  ['ru', 'ru bg'],
  ['uk', 'uk bg'],
  ['ja', 'ja'],
  ['zh', 'zh yue'],
  ['ko', 'ko'],
  ['el', 'el'],
  ['ar', 'ar fa ur'],
  ['he', 'he iw'],
  ['hi', 'hi mr ne'],
  ['th', 'th'],
])('SUM-05 a text in %s is none of another language than %s', (language, own) => {
  const text = samples[language].repeat(10);
  const accepted = tags.filter((tag) => !isOtherLanguage(text, tag));
  expect(accepted.sort()).toEqual([...own.split(' '), 'sr', 'und', 'mul', 'live_chat', ''].sort());
});

test('SUM-05 a tag is read in each of its forms', () => {
  const [english, chinese] = [samples.en.repeat(10), samples.zh.repeat(10)];
  const forms = ['eng', 'en-GB', 'EN_us', 'a.en', 'ai-en', 'ai_en', 'zh-Latn'];
  expect(forms.filter((tag) => isOtherLanguage(chinese, tag))).toEqual(forms);
  expect(forms.slice(0, -1).filter((tag) => isOtherLanguage(english, tag))).toEqual([]);
  for (const tag of ['chi', 'zho', 'cmn', 'zh_Hans', 'ai-zh', 'ZH-TW'])
    expect([isOtherLanguage(chinese, tag), isOtherLanguage(english, tag)], tag).toEqual([false, true]);
  const known = { jpn: 'ja', kor: 'ko', spa: 'es', fra: 'fr', fre: 'fr', deu: 'de', ger: 'de', ita: 'it', por: 'pt', rus: 'ru' };
  for (const [tag, language] of Object.entries({ ...known, ukr: 'uk', nld: 'nl' }))
    expect([tag, isOtherLanguage(samples[language as 'ja'].repeat(10), tag), isOtherLanguage(english, tag)]).toEqual([
      tag,
      false,
      true,
    ]);
});

test('SUM-05 a text of fewer than forty words is not doubted', () => {
  const ofWords = (count: number) => '谷'.repeat(Math.round(1.6 * count));
  expect([39, 40].map((count) => isOtherLanguage(ofWords(count), 'en'))).toEqual([false, true]);
  const latin = (count: number) => isOtherLanguage('die und das ist '.repeat(20).split(' ').slice(0, count).join(' '), 'en');
  // Forty words of five letters each in all, of which forty are read.
  expect([54, 80].map(latin)).toEqual([false, true]);
  // Long words count more than once, but are too few to judge by.
  const long = (count: number) => isOtherLanguage('und '.repeat(10) + 'barnyardsbarnyards '.repeat(count - 10), 'en');
  expect([39, 40].map(long)).toEqual([false, true]);
});

test('SUM-05 a text may be bilingual: a sixth of it in its own script is enough', () => {
  const mixed = (own: number) => `${'谷'.repeat(16 * own)} ${'barns '.repeat(10 * (20 - own))}`;
  expect([2, 3].map((own) => isOtherLanguage(mixed(own), 'zh'))).toEqual([true, false]);
  const latin = (own: number) => `${'谷'.repeat(16 * (20 - own))} ${samples.en.repeat(3).slice(0, 60 * own)}`;
  expect([2, 5].map((own) => isOtherLanguage(latin(own), 'en'))).toEqual([true, false]);
  // A tenth of what is Japanese is written in kana.
  const kana = (share: number) => `${'谷'.repeat(16 * (100 - share))}${'あ'.repeat(25 * share)}`;
  expect([9, 10].map((share) => isOtherLanguage(kana(share), 'ja'))).toEqual([true, false]);
  expect([30, 31].map((share) => isOtherLanguage(kana(share), 'zh'))).toEqual([false, true]);
});

test('SUM-05 a text in Latin letters is told by the share of common words, its own and those of others', () => {
  const isOther = (words: { the: number; und?: number; all: number }) => {
    const { the, und = 0, all } = words;
    return isOtherLanguage('the '.repeat(the) + 'und '.repeat(und) + 'barnyards '.repeat(all - the - und), 'en');
  };
  expect([5, 6].map((the) => isOther({ the, und: 18, all: 40 }))).toEqual([true, false]);
  expect([11, 12].map((und) => isOther({ the: 0, und, all: 100 }))).toEqual([false, true]);
  expect([22, 23].map((und) => isOther({ the: 10, und, all: 100 }))).toEqual([false, true]);
  expect([149, 150].map((all) => isOther({ the: 0, all }))).toEqual([false, true]);
  expect([5, 6].map((the) => isOther({ the, all: 200 }))).toEqual([true, false]);
  expect(isOtherLanguage("C’EST QU'IL ".repeat(20) + 'barnyards '.repeat(100), 'fr')).toBe(false);
});

test('SUM-05 Russian and Ukrainian are told apart by their own letters, in two hundred or more', () => {
  const text = (own: string, letters: number) => `${own}${'а'.repeat(letters - own.length)} ${'谷'.repeat(16)}`;
  const long = 'barns '.repeat(20);
  expect(isOtherLanguage(text('ыыыы', 300) + long, 'uk')).toBe(true);
  expect(isOtherLanguage(text('ыыы', 300) + long, 'uk')).toBe(false);
  expect(isOtherLanguage(text('ыыыыыї', 300) + long, 'uk')).toBe(true);
  expect(isOtherLanguage(text('ыыыыїї', 300) + long, 'uk')).toBe(false);
  expect(isOtherLanguage(text('їїїїїїї', 300) + long, 'ru')).toBe(true);
  expect(isOtherLanguage(text('їїїїїї', 300) + long, 'ru')).toBe(false);
  expect(isOtherLanguage(text('їїїїїїїыыы', 300) + long, 'ru')).toBe(false);
  expect(isOtherLanguage(text('їїїїїїї', 300) + long, 'bg')).toBe(false);
  const short = 'barns '.repeat(10);
  expect([199, 200].map((letters) => isOtherLanguage(text('ыыыыыы', letters) + short, 'uk'))).toEqual([false, true]);
});

test('SUM-05 the beginning, the middle and the end of a long text are read', () => {
  const filler = 'щ'.repeat(60_000);
  const english = samples.en.repeat(100);
  expect(isOtherLanguage(filler, 'en')).toBe(true);
  expect(isOtherLanguage(english + filler, 'en')).toBe(false);
  expect(isOtherLanguage(filler + english, 'en')).toBe(false);
  expect(isOtherLanguage(filler + english + filler, 'en')).toBe(false);
  expect(isOtherLanguage(filler.slice(0, 30_000) + english + filler.repeat(2), 'en')).toBe(true);
});

test('SUM-13 a text with more Chinese characters than other words is Chinese', () => {
  expect(detectLanguage('谷仓 GPT model')).toBe('en');
  expect(detectLanguage('谷仓里 GPT model')).toBe('zh');
  expect(detectLanguage('谷 A B C')).toBe('zh');
  expect(detectLanguage('谷仓 дом дом')).toBe('en');
  expect(detectLanguage('谷 και')).toBe('en');
  expect(detectLanguage('')).toBe('en');
  expect(detectLanguage(`${'谷'.repeat(20_001)} ${'ab '.repeat(60_000)}`)).toBe('zh');
  expect(detectLanguage(`${'ab '.repeat(14_000)}${'谷'.repeat(60_000)}`)).toBe('en');
});

test.each(Object.keys(samples) as (keyof typeof samples)[])('the language of a text in %s is found', (language) => {
  expect(guessLanguage(samples[language].repeat(10))).toBe(language);
});

test('the language of a text is unknown when it is short or shows none of its words', () => {
  expect(guessLanguage('Die Scheune war alt.')).toBeNull();
  expect(guessLanguage('Barn Rye Mill Oven Ledger Quill Larder '.repeat(20))).toBeNull();
  expect(guessLanguage('A noun is a naming word. A verb is a doing word. An oven is a hot box. '.repeat(4))).not.toBe('hu');
  expect(guessLanguage(`${samples.ru.repeat(10)} Києві`)).toBe('ru');
  expect(guessLanguage(`${samples.uk.repeat(10)} Крым ы`)).toBe('uk');
  expect(guessLanguage(`${samples.zh.repeat(8)}${samples.ja.repeat(2)}`)).toBe('zh');
  expect(guessLanguage('амбарът беше стар и хората от това село не знаеха какво да правят с ръжта '.repeat(10))).toBe('bg');
});
