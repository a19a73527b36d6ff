import { describe, expect, it } from 'vitest';
import { sentenceSpans } from './sentences.ts';

const sentences = (text: string) => sentenceSpans(text, 'en').map(({ start, end }) => text.slice(start, end).trim());

describe('SUM-14 a full stop in other European languages', () => {
  it.each([
    'Am 6. Oktober 2022 kam die Müllerin in das Dorf.',
    'Im 19. Jahrhundert stand hier nichts.',
    'In dem 2. Band steht mehr, und seit der 3. Auflage auch ein Bild.',
    'Mit seiner 2. Mühle, nach einer 3. Ernte und bei ihrem 4. Besuch war sie reich.',
    'Vom 1. Jänner bis zum 24. Januar und am 5. Februar ist es zu, ebenso am 6. März und 7. April.',
    'Das kostet ca. 300 Euro bzw. 20 Prozent mehr.',
    'Die Mühle in der Altenrieder Str. 12 hat Nr. 5, vgl. Abb. 3 und Art. 4.',
    'Mme. Durand mourut en 52 av. J.-C. à Lyon.',
    'É. Zola y lut un livre de É. Quill.',
    'El Sr. García y la Sra. López van a EE. UU. con el art. 5 de la ley.',
    'Il sig. Rossi e il dott. Bianchi leggono pag. 12 con la figlia.',
    'Młyn przy ul. Długiej, zbudowany w r. 1900, należał do św. Jana.',
    'А. С. Пушкин жил на ул. Мельничной и был там с проф. Ивановым.',
  ])('ends no sentence within: %s', (text) => {
    expect(sentences(text)).toEqual([text]);
  });

  it.each<[string, string]>([
    ['Es waren 12.', 'Am Ufer stand die Mühle.'],
    ['We counted 12.', 'The mill was old.'],
    ['They gave it to the 12.', 'THE END'],
    ['It ran for 3.', 'Then it broke.'],
    ['It is a work of art.', 'It stands here.'],
    ['He wore a cap.', 'It was red.'],
    ['We drove to San Jose, CA.', 'It was hot.'],
    ['She sang av.', 'It was Latin.'],
    ['Sie kaufte einen Laptop.', 'Im Dorf war das neu.'],
  ])('ends one where English or German does: %s %s', (first, second) => {
    expect(sentences(`${first} ${second}`)).toEqual([first, second]);
  });
});
