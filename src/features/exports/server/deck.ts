/** An Anki package: a zip with an SQLite collection, in the format that every version of Anki reads. */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { ZipFile } from 'yazl';
import type { NoteCards } from '#engine/export/write-cards.ts';
import { hashOf } from '#engine/hash.ts';
import type { NoteLanguage } from '#lib/languages.ts';
import { settings, tables } from './deck-tables.ts';

type Words = { name: string; tag: string; front: string; back: string; card: string };
/** Changed words need a new id: Anki does not update cards whose note type has other fields. */
const kinds: Record<NoteLanguage, { id: number; words: Words }> = {
  zh: { id: 1_764_000_000_001, words: { name: '拾穗', tag: '拾穗', front: '正面', back: '背面', card: '卡片' } },
  en: { id: 1_764_000_000_002, words: { name: 'Gleaner', tag: 'gleaner', front: 'Front', back: 'Back', card: 'Card' } },
};
const kindsMadeAt = 1_764_000_000;
const firstDeck = 1;

type Noted = { id: string; noteLanguage: NoteLanguage; updatedAt: Date };

export type Deck = {
  add: (content: Noted, cards: NoteCards) => void;
  end: (zip: Pick<ZipFile, 'addBuffer'>) => void;
  close: () => void;
};

export function createDeck(madeAt: Date): Deck {
  const database = new DatabaseSync(':memory:');
  database.exec(tables);
  const insertNote = database.prepare(`insert into notes values (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')`);
  const insertCard = database.prepare(`insert into cards values (?, ?, ?, 0, ?, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')`);
  const decks = new Map<string, { id: number; name: string }>();
  const deckOf = (name: string): number => {
    // Anki's deck names are case-insensitive.
    const key = name.normalize('NFC').toLowerCase();
    const known = decks.get(key) ?? { id: idOf('deck', key), name };
    decks.set(key, known);
    return known.id;
  };
  let made = 0;
  return {
    add({ id: contentId, noteLanguage, updatedAt }, { deck, tags, cards }) {
      const { id: kind, words } = kinds[noteLanguage];
      deckOf(words.name);
      const deckId = deckOf(`${words.name}::${deck}`);
      const changedAt = seconds(updatedAt);
      for (const { key, front, back } of cards) {
        // Anki recognises a note by this, whatever id it gives it.
        const guid = hashOf(contentId, noteLanguage, key).slice(0, 20);
        const id = madeAt.getTime() + made++;
        const plain = front.replace(/<[^<>]*>/g, '');
        const sum = Number.parseInt(createHash('sha1').update(plain).digest('hex').slice(0, 8), 16);
        insertNote.run(id, guid, kind, changedAt, ` ${[words.tag, ...tags].join(' ')} `, `${front}\u001f${back}`, plain, sum);
        insertCard.run(id, id, deckId, changedAt, made);
      }
    },
    end(zip) {
      const all = [{ id: firstDeck, name: 'Default' }, ...decks.values()].map(({ id, name }) => [id, settings.deck(id, name)]);
      const models = Object.values(kinds).map(({ id, words }) => [id, settings.kind(id, words, kindsMadeAt)]);
      const json = [settings.collection, fromPairs(models), fromPairs(all), settings.options].map((value) =>
        JSON.stringify(value),
      );
      database
        .prepare(`insert into col values (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, '{}')`)
        .run(seconds(madeAt), madeAt.getTime(), madeAt.getTime(), ...json);
      zip.addBuffer(Buffer.from(database.serialize()), 'collection.anki2');
      zip.addBuffer(Buffer.from('{}'), 'media');
    },
    close: () => database.close(),
  };
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);
const fromPairs = (pairs: readonly (readonly unknown[])[]): object => Object.fromEntries(pairs);
/** As large as a time in milliseconds, like Anki's own ids. */
const idOf = (...of: string[]): number => 1_000_000_000_000 + (Number.parseInt(hashOf(...of).slice(0, 10), 16) % 700_000_000_000);
