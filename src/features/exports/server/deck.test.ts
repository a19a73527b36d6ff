import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { NoteCards } from '#engine/export/write-cards.ts';
import { createDeck } from './deck.ts';

const madeAt = new Date('2026-03-01T12:00:00.700Z');
const seconds = (text: string) => Date.parse(text) / 1000;
const content = (id: string, noteLanguage: 'zh' | 'en', updatedAt: string) => ({
  id,
  noteLanguage,
  updatedAt: new Date(updatedAt),
});
const cardsOf = (deck: string, tags: string[], fronts: string[]): NoteCards => ({
  ...{ deck, tags, cards: fronts.map((front) => ({ key: front, front, back: `of ${front}` })) },
});

type Added = [Parameters<ReturnType<typeof createDeck>['add']>[0], NoteCards];
function rowsOf(added: readonly Added[]) {
  const deck = createDeck(madeAt);
  for (const [of, cards] of added) deck.add(of, cards);
  const files = new Map<string, Buffer>();
  deck.end({ addBuffer: (bytes, name) => void files.set(name, bytes) });
  deck.close();
  expect([...files.keys()]).toEqual(['collection.anki2', 'media']);
  const read = new DatabaseSync(':memory:');
  read.deserialize(files.get('collection.anki2') ?? Buffer.alloc(0));
  const all = (text: string) => read.prepare(text).all();
  const found = {
    notes: all('select * from notes order by id'),
    cards: all('select * from cards order by id'),
    col: all('select * from col'),
  };
  read.close();
  return found;
}

test('LIB-16 cards of several notes are told apart, stand in their decks, and are as old as their notes', () => {
  const { notes, cards, col } = rowsOf([
    [content('a', 'en', '2026-02-01T00:00:00.900Z'), cardsOf('Oven', ['fire', 'clay'], ['one', '<small>Oven</small>two'])],
    [content('b', 'zh', '2026-02-02T00:00:00Z'), cardsOf('炉子', [], ['one'])],
    [content('c', 'en', '2026-02-03T00:00:00Z'), cardsOf('OVEN', [], ['one'])],
  ]);
  const first = madeAt.getTime();
  expect(notes.map(({ id, mod, tags, flds, sfld, usn, flags, data }) => [id, mod, tags, flds, sfld, usn, flags, data])).toEqual([
    [first, seconds('2026-02-01'), ' gleaner fire clay ', 'one\u001fof one', 'one', -1, 0, ''],
    [
      first + 1,
      seconds('2026-02-01'),
      ' gleaner fire clay ',
      '<small>Oven</small>two\u001fof <small>Oven</small>two',
      'Oventwo',
      -1,
      0,
      '',
    ],
    [first + 2, seconds('2026-02-02'), ' 拾穗 ', 'one\u001fof one', 'one', -1, 0, ''],
    [first + 3, seconds('2026-02-03'), ' gleaner ', 'one\u001fof one', 'one', -1, 0, ''],
  ]);
  expect(notes.map(({ guid }) => String(guid).length)).toEqual([20, 20, 20, 20]);
  expect(new Set(notes.map(({ guid }) => guid)).size).toBe(4);
  const [en = 0, , zh = 0] = notes.map(({ mid }) => Number(mid));
  expect(notes.map(({ mid }) => mid)).toEqual([en, en, zh, en]);
  expect(cards.map(({ id, nid, mod, due, usn }) => [id, nid, mod, due, usn])).toEqual(
    notes.map(({ id, mod }, index) => [id, id, mod, index + 1, -1]),
  );
  // The first eight hex digits of the SHA-1 of the plain front.
  expect(notes.map(({ csum }) => csum)).toEqual([0xfe05bcdc, 0xbfb72c5f, 0xfe05bcdc, 0xfe05bcdc]);
  const [{ crt, mod, scm, ver, dty, usn, ls, tags, models, decks } = {}] = col;
  expect([crt, mod, scm, ver, dty, usn, ls, tags]).toEqual([seconds('2026-03-01T12:00:00Z'), first, first, 11, 0, 0, 0, '{}']);
  const named = JSON.parse(String(decks)) as Record<string, { id: number; name: string }>;
  expect(cards.map(({ did }) => named[String(did)]?.name)).toEqual([
    ...['Gleaner::Oven', 'Gleaner::Oven', '拾穗::炉子', 'Gleaner::Oven'],
  ]);
  expect(
    Object.values(named)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...['Default', 'Gleaner', 'Gleaner::Oven', '拾穗', '拾穗::炉子'].toSorted()]);
  for (const [key, { id }] of Object.entries(named)) expect([String(id), id < 1_700_000_000_000]).toEqual([key, true]);
  const kinds = JSON.parse(String(models)) as Record<string, object>;
  expect(Object.keys(kinds).map(Number)).toEqual([zh, en]);
  expect([kinds[zh], kinds[en]]).toMatchObject([
    {
      id: zh,
      name: '拾穗',
      mod: 1_764_000_000,
      flds: [
        { name: '正面', ord: 0 },
        { name: '背面', ord: 1 },
      ],
    },
    {
      id: en,
      name: 'Gleaner',
      tmpls: [{ name: 'Card', ord: 0 }],
      flds: [
        { name: 'Front', ord: 0 },
        { name: 'Back', ord: 1 },
      ],
    },
  ]);
});

test('LIB-16 a card is known again by its note, the note’s language and its own key', () => {
  const guidsOf = (id: string, language: 'zh' | 'en', front: string) =>
    rowsOf([[content(id, language, '2026-02-01'), cardsOf('x', [], [front])]]).notes.map(({ guid }) => guid);
  const [same] = guidsOf('a', 'en', 'one');
  expect(guidsOf('a', 'en', 'one')).toEqual([same]);
  for (const other of [guidsOf('b', 'en', 'one'), guidsOf('a', 'zh', 'one'), guidsOf('a', 'en', 'two')])
    expect(other).not.toEqual([same]);
});

test('LIB-16 a deck is one that nobody has learned from, under the options that Anki gives a new collection', () => {
  const [col = {}] = rowsOf([[content('a', 'en', '2026-02-01'), cardsOf('Oven', [], ['one'])]]).col;
  const read = (name: string) => JSON.parse(String(col[name]));
  const decks = Object.values(read('decks')) as { id: number; name: string }[];
  const never = [0, 0];
  for (const { id, name, ...rest } of decks)
    expect([id > 0, name !== '', rest]).toEqual([
      true,
      true,
      {
        ...{ mod: 0, usn: -1, conf: 1, dyn: 0, desc: '', collapsed: false, browserCollapsed: false, extendNew: 0, extendRev: 0 },
        ...{ newToday: never, revToday: never, lrnToday: never, timeToday: never },
      },
    ]);
  expect(decks).toHaveLength(3);
  expect(read('conf')).toEqual({
    ...{ activeDecks: [1], curDeck: 1, newSpread: 0, collapseTime: 1200, timeLim: 0, estTimes: true, dueCounts: true },
    ...{ curModel: null, nextPos: 1, sortType: 'noteFld', sortBackwards: false, addToCur: true },
  });
  expect(read('dconf')).toEqual({
    1: {
      ...{ id: 1, name: 'Default', mod: 0, usn: 0, maxTaken: 60, autoplay: true, timer: 0, replayq: true, dyn: false },
      new: { bury: false, delays: [1, 10], initialFactor: 2500, ints: [1, 4, 0], order: 1, perDay: 20 },
      rev: { bury: false, ease4: 1.3, ivlFct: 1, maxIvl: 36_500, perDay: 200, hardFactor: 1.2 },
      lapse: { delays: [10], leechAction: 1, leechFails: 8, minInt: 1, mult: 0 },
    },
  });
  const [, kind] = Object.values(read('models')) as Record<string, unknown>[];
  const field = { sticky: false, rtl: false, font: 'Arial', size: 20, media: [] };
  expect(kind).toMatchObject({
    ...{ type: 0, usn: -1, sortf: 0, did: 1, tags: [], vers: [], req: [[0, 'any', [0]]], css: expect.stringContaining('.card') },
    latexPre: expect.stringMatching(/^\\documentclass.*\\begin\{document\}\n$/s),
    latexPost: '\\end{document}',
    flds: [
      { name: 'Front', ord: 0, ...field },
      { name: 'Back', ord: 1, ...field },
    ],
    tmpls: [{ qfmt: '{{Front}}', afmt: '{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}', bqfmt: '', bafmt: '', did: null }],
  });
});

test('LIB-16 a deck without cards has the settings on record', async () => {
  const { col } = rowsOf([[content('a', 'en', '2026-02-01T00:00:00Z'), cardsOf('Oven', [], [])]]);
  const { conf, models, decks, dconf } = col[0] ?? {};
  const read = Object.fromEntries(
    Object.entries({ conf, models, decks, dconf }).map(([name, text]) => [name, JSON.parse(String(text)) as unknown]),
  );
  const record = new URL('../../../../tests/golden/exports/deck-settings.json', import.meta.url);
  await expect(`${JSON.stringify(read, null, 1)}\n`).toMatchFileSnapshot(fileURLToPath(record));
});
