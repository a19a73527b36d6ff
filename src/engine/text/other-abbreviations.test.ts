import { describe, expect, it } from 'vitest';
import { sentenceSpans } from './sentences.ts';

const sentences = (text: string, other: string | null) =>
  sentenceSpans(text, 'en', other).map(({ start, end }) => text.slice(start, end).trim());

describe('SUM-14 a full stop in other European languages', () => {
  it.each([
    ['de', 'Am 6. Oktober 2022 kam die Müllerin in das Dorf.'],
    ['de', 'Im 19. Jahrhundert stand hier nichts.'],
    ['de', 'In dem 2. Band steht mehr, und seit der 3. Auflage auch ein Bild.'],
    ['de', 'Mit seiner 2. Mühle, nach einer 3. Ernte und bei ihrem 4. Besuch war sie reich.'],
    ['de', 'Vom 1. Jänner bis zum 24. Januar und am 5. Februar ist es zu, ebenso am 6. März und 7. April.'],
    ['de', 'Das kostet ca. 300 Euro bzw. 20 Prozent mehr.'],
    ['de', 'Die Mühle in der Altenrieder Str. 12 hat Nr. 5, vgl. Abb. 3 und Art. 4.'],
    ['fr', 'Mme. Durand mourut en 52 av. J.-C. à Lyon.'],
    ['fr', 'É. Zola y lut un livre de É. Quill.'],
    ['es', 'El Sr. García y la Sra. López van a EE. UU. con el art. 5 de la ley.'],
    ['it', 'Il sig. Rossi e il dott. Bianchi leggono pag. 12 con la figlia.'],
    ['pl', 'Młyn przy ul. Długiej, zbudowany w r. 1900, należał do św. Jana i ma ok. 90 lat.'],
    ['ru', 'А. С. Пушкин жил на ул. Мельничной и был там с проф. Ивановым.'],
  ])('ends no sentence within, in %s: %s', (other, text) => {
    expect(sentences(text, other)).toEqual([text]);
  });

  it.each<[string | null, string, string]>([
    ['de', 'Es waren 12.', 'Am Ufer stand die Mühle.'],
    ['de', 'Sie kaufte einen Laptop.', 'Im Dorf war das neu.'],
    ['de', 'Das war Kunst, also Art.', 'Sie blieb.'],
    ['de', 'Er war bei AT&T.', 'Dort blieb er.'],
    ['fr', 'Elle a vécu aux EE.', 'Il pleut.'],
    [null, 'He is a good chap.', 'He left early.'],
    [null, 'It is a work of art.', '12 people saw it.'],
    [null, 'Attendance fell to 40.', 'August was the worst month.'],
    [null, 'We gave it to die 12.', 'They left.'],
    [null, 'The disk does I/O.', 'The kernel waits.'],
  ])('ends one otherwise, in %s: %s %s', (other, first, second) => {
    expect(sentences(`${first} ${second}`, other)).toEqual([first, second]);
  });
});
