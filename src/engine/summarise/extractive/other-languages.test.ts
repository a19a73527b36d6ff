import { describe, expect, it } from 'vitest';
import { findTopics } from './chapters/topics.ts';
import { chooseTags } from './choose-tags.ts';
import { findPhrases } from './phrases.ts';
import { prepare } from './prepare.ts';
import { isCourtesyOrPromotion } from './sentences/unwanted.ts';
import { summariseExtractive } from './summarise.ts';
import { findWordRoles } from './word-roles.ts';
import { leaningCost } from './wording/leaning.ts';

const texts = {
  german: [
    'Die Mühle von Altenried steht seit langem am Ufer, und die Leute aus dem Dorf bringen ihr Getreide noch immer zu ihr.',
    'Der Müller sagt, dass die Mühle nicht nur Mehl macht, sondern auch den Strom für das Dorf.',
    'Wenn das Wasser im Sommer knapp wird, muss die Mühle von Altenried ruhen, weil sich das große Rad nicht mehr dreht.',
    'Das große Rad ist aus Eiche, und es wird von dem Müller in jedem Herbst mit der Hand geprüft.',
    'Ein großes Rad aus Eiche hält lange, aber es muss auch gepflegt werden, wie der Müller weiß.',
  ],
  spanish: [
    'El molino de Valdehondo está desde hace siglos a la orilla del río, y los vecinos del pueblo llevan a él su centeno.',
    'La molinera dice que el molino no solo hace harina, sino que da también la luz de la que vive el pueblo.',
    'Cuando en el verano falta el agua, el molino de Valdehondo se para, porque la rueda de roble no gira más.',
    'La rueda de roble es muy vieja y la molinera la mira con las manos cada otoño antes de la cosecha.',
    'Una rueda de roble dura mucho, pero hay que cuidarla, como lo sabe la molinera y como lo sabía su madre.',
  ],
  french: [
    "Le moulin de l'Aubrais est depuis des siècles au bord de l'eau, et les gens du village y portent leur seigle.",
    "La meunière dit que le moulin ne fait pas que de la farine, mais qu'il donne aussi la lumière au village.",
    "Quand l'eau manque pendant l'été, le moulin de l'Aubrais s'arrête, parce que la roue de chêne ne tourne plus.",
    "La roue de chêne est très vieille, et la meunière la regarde avec les mains à l'automne, avant la récolte.",
    "Une roue de chêne dure longtemps, mais il faut s'en occuper, comme le sait la meunière de l'Aubrais.",
  ],
};

const segmentsOf = (lines: readonly string[]) => lines.map((text, id) => ({ id, startMs: null, endMs: null, text }));

const noteOf = (lines: readonly string[]) =>
  summariseExtractive({
    segments: segmentsOf(lines),
    timed: false,
    title: null,
    language: null,
    noteLanguage: 'en',
    sourceChapters: [],
  });

describe('SUM-14 a text that is neither English nor Chinese', () => {
  it.each([
    ['german', ['Dorf', 'Eiche', 'Mühle', 'Müller', 'Rad'], 'Mühle von Altenried'],
    ['spanish', ['Valdehondo', 'molinera', 'molino', 'pueblo', 'roble', 'rueda'], 'Rueda de roble'],
    ['french', ['Aubrais', 'chêne', 'eau', 'meunière', 'moulin', 'roue'], 'Roue de chêne'],
  ] as const)('has no function words of %s as tags and heading', (name, tags, title) => {
    const outline = noteOf(texts[name]);
    expect(outline.tags.toSorted()).toEqual(tags);
    expect(outline.chapters.map((chapter) => chapter.title)).toEqual([title]);
  });

  it('has points that stand alone', () => {
    const [first = '', , third = '', , last = ''] = texts.german;
    const shown = noteOf([
      first,
      'Doch der Müller sagt, dass die Mühle nicht nur Mehl macht, sondern auch den Strom für das Dorf.',
      third,
      'Es ist ein großes Rad aus Eiche, das der Müller der Mühle in jedem Herbst mit der Hand prüft.',
      last,
      'Der Müller prüft das Rad der Mühle in jedem Herbst mit der Hand.',
      'Die Leute aus dem Dorf bringen dem Müller das Getreide.',
    ]);
    const lines = [...shown.abstract, ...shown.chapters.flatMap(({ points }) => points)].map(({ text }) => text);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((line) => /^(?:Es|Doch) /.test(line))).toEqual([]);
  });

  it('takes for things what follows an article or de in Spanish, and for none what follows a pronoun', () => {
    const { document, foreign } = prepare({ segments: segmentsOf(texts.spanish), timed: false, language: null });
    const roles = findWordRoles(document, foreign);
    expect(roles('robl')).toBe(1.5);
    expect(roles('gira')).toBeLessThan(1);
  });

  it('takes for things what German capitalises and for none what it does not', () => {
    // What begins a sentence is capitalised in any case.
    const lines = [...texts.german, 'Geprüft wird auch das Dach der Mühle, und zwar von dem Müller.'];
    const { document, foreign } = prepare({ segments: segmentsOf(lines), timed: false, language: null });
    expect(document.other?.name).toBe('de');
    const roles = findWordRoles(document, foreign);
    expect(roles('mühl')).toBe(1.5);
    expect(roles('geprüft')).toBeLessThan(0.6);
    const phrases = findPhrases(document, foreign, roles);
    expect(chooseTags(phrases, document.sentences.length, null)).not.toContain('muss');
  });

  it.each([
    ['de', 'Sie stünden in Konkurrenz zu Kohle.', 'Sieben Mühlen standen in Konkurrenz.'],
    ['de', '„Das ist neu“, sagt der Müller.', 'Das große Rad ist neu.'],
    ['fr', "C'est un levier du moulin.", 'L’été, le moulin tourne.'],
    ['es', 'Lo hicieron en abril.', 'Lourdes lo hizo en abril.'],
    ['it', 'Questo mulino è vecchio.', 'Il mulino è vecchio.'],
    ['pt', 'Ela viu o moinho.', 'Elagua é um moinho.'],
    ['nl', 'Het is een molen.', 'Het koren is rijp.'],
    ['pl', 'To stary młyn.', 'Tomasz ma młyn.'],
    ['sv', 'Den är gammal.', 'Den gamla kvarnen går.'],
    ['ru', 'Однако мельница работает.', 'Мельница работает.'],
    ['uk', 'Але млин працює.', 'Млин працює.'],
  ])('prefers sentences that stand alone, in %s: %s', (other, leaning, alone) => {
    expect(leaningCost(leaning, 'en', other)).toBe(0.3);
    expect(leaningCost(alone, 'en', other)).toBe(0);
    expect(leaningCost('It is old.', 'en', other)).toBe(0);
  });

  it('reads Chinese that quotes another language as Chinese, and German without capitals by its neighbours', () => {
    const german = texts.german.join(' ');
    const chinese = segmentsOf(['这个句子很有意思，我们讨论这个句子。', '大家都会喜欢这个句子，我们再讨论一个句子。', german]);
    const mixed = prepare({ segments: chinese, timed: false, language: 'zh' });
    expect(mixed.document).toMatchObject({ language: 'zh', other: null });
    expect(findWordRoles(mixed.document, mixed.foreign)('句子')).toBe(1.5);
    const lower = prepare({ segments: segmentsOf([german.toLowerCase()]), timed: false, language: null });
    expect(lower.document.other?.name).toBe('de');
    expect(findWordRoles(lower.document, lower.foreign)('mühl')).toBeGreaterThan(1);
  });

  it.each([
    'Weitere Informationen über die Mühle finden Sie hier: Mühlen am Ufer.',
    'Lea también: El molino de Valdehondo cumple siglos.',
    'À lire aussi : le moulin de l’Aubrais tourne encore.',
    'Wenn Sie das Buch lesen wollen, klicken Sie hier.',
    'Czytaj także: Młyn nad rzeką znów miele.',
    'Читайте также: мельница на берегу снова работает.',
  ])('has no line that leads elsewhere: %s', (line) => {
    expect(isCourtesyOrPromotion(line, 'en')).toBe(true);
  });

  it.each([
    'Seltene Pflanzen finden Sie hier an jedem Ufer.',
    'Klicken Sie auf Datei und dann auf Speichern.',
    'Pour lire aussi vite que possible, il faut du calme.',
    'Lee también fue un gran bailarín.',
    'Elle va relire aussitôt le livre du moulin.',
  ])('has lines of its own: %s', (line) => {
    expect(isCourtesyOrPromotion(line, 'en')).toBe(false);
  });

  it('begins a chapter with its subject, not with other function words', () => {
    const subjects = ['molino rueda harina centeno', 'barco vela puerto ancla'];
    const lines = Array.from({ length: 60 }, (_, at) => {
      const [a, b, c, d] = (subjects[at < 30 ? 0 : 1] ?? '').split(' ');
      const pick = [a, b, c, d][at % 4];
      return at < 15
        ? `El ${pick} que es del ${a}, por el que se va al ${b}.`
        : `La ${pick} con la ${a}, como una ${b} para las que están muy ${c}.`;
    });
    expect(findTopics(segmentsOf(lines), 'en', 2)).toEqual([0, 30]);
  });
});
