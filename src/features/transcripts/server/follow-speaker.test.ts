import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Segment } from '#engine/domain.ts';
import { noteMover } from '#features/highlights/server/move-highlights.ts';
import { wordsOfMarkdown } from '#lib/markdown/words.ts';
import { createQuoteFinder } from '#lib/text/find-quote.ts';
import { followEdit, withNames } from './follow-edit.ts';
import { followSpeaker } from './follow-speaker.ts';
import { keepChanges, makeChanges, type NoteChange, undoChanges } from './note-changes.ts';

type Options = { to?: string; others?: string[]; speaks?: boolean };

function rename(note: string, from: string, { to = '李雷', others = [], speaks = true }: Options = {}): string {
  return makeChanges(note, followSpeaker(note, { from, to, others, speaksAt: () => speaks }));
}

describe('CON-04 a note that names a renamed speaker', () => {
  it.each([
    ['Speaker 1', '- Speaker 1 asked for a tenth. [1:05](#t=65)', '- 李雷 asked for a tenth. [1:05](#t=65)'],
    ['Speaker 1', '**Speaker 1:** no', '**李雷:** no'],
    ['Speaker 1', "- That was Speaker 1's idea, speaker 1 said.", "- That was 李雷's idea, 李雷 said."],
    ['SPEAKER_00', '- SPEAKER\\_00 agreed with the keeper.', '- 李雷 agreed with the keeper.'],
    ['说话人1', '- 说话人 1认为价格太高，由说话人1提出。', '- 李雷认为价格太高，由李雷提出。'],
    ['A (1)', '- A (1) said so.', '- 李雷 said so.'],
    ['A', '- A said so, and a mill is a mill. A mill turns.', '- 李雷 said so, and a mill is a mill. A mill turns.'],
    ['Anna', '## Anna on bread [0:10](#t=10)', '## 李雷 on bread [0:10](#t=10)'],
    ['Anna', '- The mill, according to Anna, was old.', '- The mill, according to 李雷, was old.'],
    ['主持人', '- 主持人问起磨坊的来历。[0:10](#t=10)', '- 李雷问起磨坊的来历。[0:10](#t=10)'],
    ['1', '1: we went there', '李雷: we went there'],
    ['张伟', '> 张伟：我们昨天去了', '> 李雷：我们昨天去了'],
  ])('%s in %j', (from, note, expected) => {
    expect(rename(note, from)).toBe(expected);
  });

  it.each([
    ['Speaker 1', '- Speaker 12 and Speaker 1.5 and MySpeaker 1 stay.'],
    ['SPEAKER_0', '- SPEAKER\\_00 agreed.'],
    ['Anna', '- Annabel and Anna-Maria and Mary Anna and Anna Karenina met. [0:10](#t=10)'],
    ['Anna', '- [Anna](#t=10) and `Anna` and https://example.com/Anna'],
    ['Mark', '- Mark the date in your books. [0:10](#t=10)'],
    ['A', '- A keeper weighed each sack. [0:10](#t=10)'],
    ['张伟', '- 张伟明说了什么。[0:10](#t=10)'],
    ['张伟', '- 老张伟大的一生。[0:10](#t=10)'],
    ['Speaker 1', '```\nSpeaker 1: code\n```'],
    ['Anna', '#Anna #mill'],
    ['1', '- 1:05 is when it began, in 1 of 1 cases.'],
  ])('%s stays in %j', (from, note) => {
    expect(rename(note, from)).toBe(note);
  });

  it('a word that is a name too counts only where its speaker is heard', () => {
    const note = '- The letter went to Rome before Anna could read it. [9:00](#t=540)';
    expect(rename(note, 'Anna', { speaks: false })).toBe(note);
    expect(rename(note, 'Anna', { speaks: true })).toContain('before 李雷 could');
  });

  it("another speaker's longer name is not touched", () => {
    const note = '- Speaker 1 asked Speaker 1 (guest), and Anna Lee told Anna.';
    expect(rename(note, 'Speaker 1', { others: ['Speaker 1 (guest)'] })).toBe(
      '- 李雷 asked Speaker 1 (guest), and Anna Lee told Anna.',
    );
    expect(rename(note, 'Anna', { others: ['Anna Lee'] })).toBe('- Speaker 1 asked Speaker 1 (guest), and Anna Lee told 李雷.');
  });

  it.each([
    ['as long a name in other letters', 'Speaker 1', 'SPEAKER 1', '- Speaker 1 said so.', '- 李雷 said so.'],
    ['a longer name of other words', 'Speaker 12', 'Guest Speaker 1', '- Guest Speaker 12 left.', '- Guest 李雷 left.'],
    ['a longer name in other letters', 'Speaker 1', 'SPEAKER 1 (guest)', '- speaker 1 (guest) left.', null],
  ])('another speaker with %s', (_name, from, other, note, expected) => {
    expect(rename(note, from, { others: [other] })).toBe(expected ?? note);
  });

  it('headings that were made of the words as they came follow every rename in turn, and swaps', () => {
    const renames = [
      { type: 'rename', from: 'Speaker 1', to: 'Bo' },
      { type: 'rename', from: 'Speaker 2', to: 'Speaker 1' },
      { type: 'rename', from: 'Bo', to: 'Speaker 2' },
    ] as const;
    expect(withNames('Speaker 1 answers Speaker 2', renames)).toBe('Speaker 2 answers Speaker 1');
  });

  it('a name is words, never markup', () => {
    expect(rename('- Speaker 1 said', 'Speaker 1', { to: '[x](http://a.example) *b*' })).toBe(
      '- \\[x\\](http://a.example) \\*b\\* said',
    );
  });

  it('of one line only what rests on nothing else follows', () => {
    const lines: Segment[] = ['one', 'two', 'three'].map((text, id) => ({
      id,
      startMs: id * 10_000,
      endMs: id * 10_000 + 9000,
      text,
      speaker: 'Speaker 1',
    }));
    const note =
      '- Speaker 1 said one. [0:00](#t=0)\n- Speaker 1 said two. [0:10](#t=10)\n- Speaker 1 said both. [0:00](#t=0) [0:10](#t=10)\n- Speaker 1 again';
    const edit = { type: 'speaker', line: 1, startMs: 10_000, was: 'two', speaker: 'Bo' } as const;
    expect(makeChanges(note, followEdit(note, edit, lines))).toBe(note.replace('Speaker 1 said two', 'Bo said two'));
    expect(followEdit(note, { ...edit, speaker: null }, lines)).toEqual([]);
  });
});

describe('CON-04 a name that may be a word', () => {
  it.each([
    ['Anna', '- So **Anna** said yes', true],
    ['Anna', '- So _Anna_ quickly  said yes', true],
    ['Anna', '- So Anna then agreed', true],
    ['Anna', '- So Anna saidly yes', false],
    ['Anna', '- So Anna went', false],
    ['Anna', '- So told **Anna** it', true],
    ['Anna', '- So according  to Anna it', true],
    ['Anna', '- So retold Anna it', false],
    ['Anna', '- Anna: yes', true],
    ['Anna', '**Anna** : yes', true],
    ['Anna', '- Anna：yes', true],
    ['Anna', '- Anna:5', false],
    ['Anna', '> - 12. [x] “Anna: yes', true],
    ['Anna', 'Yes.”  Anna: no', true],
    ['Anna', 'Yes, Anna: no', false],
    ['Anna', 'He went — Anna: no', true],
    ['Anna', '- So Anna’s: yes', false],
    ['Al', '- So Al said yes', true],
    ['Al', '- So told Al it', false],
    ['mill', '- So the mill said yes', true],
    ['mill', '- So told mill it', false],
    ['张伟', '- 但张伟则说好', true],
    ['张伟', '- 后来**张伟** 进一步指出', true],
    ['张伟', '- 据张伟，好', true],
    ['张伟', '- 记者采访 **张伟**，好', true],
    ['张伟', '- 见张伟，好', false],
    ['张伟', '- 张伟进一步指出', true],
    ['张伟', '- 张伟首先明确表示', false],
    ['张伟', '- 张伟明确表示', true],
    ['张伟', '- 记者采访张伟，好', true],
    ['张伟', '- 她告诉张伟，好', true],
    ['Anna Lee', '- So Anna  Lee said yes', true],
    ['!?', '- So !? said yes', false],
  ])('%s in %j, where nobody is heard: %s', (from, note, isNamed) => {
    expect(rename(note, from, { speaks: false }) !== note).toBe(isNamed);
  });

  it.each([
    ['Anna', '- Before Anna could go', true],
    ['Anna', '- Anna could go', true],
    ['Anna', '- Anna the great', false],
    ['Anna', '- Before Anna the great', true],
    ['Anna', '- Anna  them all', false],
    ['Anna', '- Anna theme', true],
    ['Anna', '- Before Anna-x', false],
    ['Anna', '- Before Anna’s mill', true],
    ['Anna', '- Before Anna’so', false],
    ['Anna', '- Before x@Anna', false],
    ['Anna', '- Before Anna.com', false],
    ['Anna', '- Before Anna. Then', true],
    ['Anna', '- Before Anna Smith', false],
    ['Anna', '- before Mary Anna went', false],
    ['Anna', '- Before. Mary Anna went', true],
    ['Anna', '- #Anna went', false],
    ['Anna', '- x#Anna went', true],
    ['Anna', '- <Anna> went', false],
    ['Anna', '- [Anna](x) went', true],
    ['Anna', '- [Anna](#t=1) went', false],
    ['Anna', '- [x](Anna) went', false],
    ['mill', '- Before mill went', false],
    ['张伟', '- 见张伟好', false],
    ['张伟', '- 见张伟的好', true],
    ['张伟', '- 大张伟的好', false],
  ])('%s in %j, where its speaker is heard: %s', (from, note, isNamed) => {
    expect(rename(`${note} [0:10](#t=10)`, from) !== `${note} [0:10](#t=10)`).toBe(isNamed);
  });

  it('code between fences stays, and what follows it does not', () => {
    const note = 'Speaker 1\n  ~~~\nSpeaker 1\n```\nSpeaker 1\n~~~\nSpeaker 1';
    expect(rename(note, 'Speaker 1')).toBe('李雷\n  ~~~\nSpeaker 1\n```\nSpeaker 1\n~~~\n李雷');
  });
});

describe('CON-04 whose words a point rests on', () => {
  const line = (id: number, speaker: string | undefined, endMs: number | null = id * 100_000 + 4000): Segment => {
    return { id, startMs: id * 100_000, endMs, text: `line ${id}`, ...(speaker ? { speaker } : {}) };
  };
  const renamed = (seconds: number | null, lines: Segment[]) => {
    const note = `- Before Anna could go${seconds === null ? '' : ` [x](#t=${seconds})`}`;
    return makeChanges(note, followEdit(note, { type: 'rename', from: 'Anna', to: 'Bo' }, lines)).includes('Bo');
  };

  it('a point rests on the minute from its time, and on a second before it', () => {
    const lines = [line(1, 'Anna')];
    expect([40, 39.999, 105, 105.001, 102].map((seconds) => renamed(seconds, lines))).toEqual([true, false, true, false, true]);
    expect([101, 101.001].map((seconds) => renamed(seconds, [line(1, 'Anna', null)]))).toEqual([true, false]);
    expect([renamed(null, lines), renamed(102, [line(1, 'Eve')])]).toEqual([false, false]);
  });

  it('a line that is given to another speaker takes along what cites it alone', () => {
    const lines = [line(0, 'Anna'), line(1, 'Anna'), line(2, undefined), line(3, 'Anna', null)];
    const given = (edit: { line: number; startMs: number; was: string }, seconds: number, of = lines) => {
      const note = `- Anna said it. [x](#t=${seconds})`;
      return makeChanges(note, followEdit(note, { type: 'speaker', speaker: 'Bo', ...edit }, of)).includes('Bo');
    };
    const first = { line: 1, startMs: 100_000, was: 'line 1' };
    expect([99.999, 100, 199.999, 200].map((seconds) => given(first, seconds))).toEqual([false, true, true, false]);
    expect(given({ ...first, line: 0 }, 100)).toBe(true);
    expect(given({ ...first, line: 2 }, 100)).toBe(false);
    expect(given({ ...first, was: 'other' }, 100)).toBe(false);
    expect(given({ line: 2, startMs: 200_000, was: 'line 2' }, 200)).toBe(false);
    expect([
      given({ line: 3, startMs: 300_000, was: 'line 3' }, 999),
      given(first, 104, [lines[0] as Segment, line(1, 'Anna')]),
    ]).toEqual([true, false]);
    for (const edit of [
      { type: 'merge', line: 1, startMs: 100_000, was: 'line 1', next: 'line 2' },
      { type: 'split', line: 1, startMs: 100_000, was: 'line 1', at: 2 },
    ] as const)
      expect(followEdit('- Anna said it. [x](#t=100)', edit, lines)).toEqual([]);
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    'Speaker 1',
    'Speaker 12',
    '李雷',
    '韩梅梅',
    ' said ',
    ' asked 李雷 ',
    '：',
    '认为',
    ' the mill',
    '. ',
    '\n- ',
    '\n\n## ',
    ' [0:10](#t=10)',
    '**',
    '[link](https://example.com/Speaker 1)',
    '`Speaker 1`',
    '字',
    '😀',
    '𠮷',
    '😀'.repeat(20),
    '𠮷野家'.repeat(9),
  ),
  fc.string({ maxLength: 6 }),
);
const notes = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''));

describe('CON-04 the way back', () => {
  const changesOf = (note: string): NoteChange[] =>
    followSpeaker(note, { from: 'Speaker 1', to: '李雷', others: ['Speaker 12', '李雷'], speaksAt: () => true });

  it('gives any note back as it was, also where the new name stood in it before', () => {
    fc.assert(
      fc.property(notes, (note) => {
        const changes = changesOf(note);
        const changed = makeChanges(note, changes);
        for (const { at, was, now } of changes) {
          expect(changed.startsWith(now, at)).toBe(true);
          expect(was.replace(/\s+/g, ' ').toLowerCase()).toBe('speaker 1');
        }
        const kept = keepChanges(changed, changes);
        expect(kept).not.toBeNull();
        for (const { left, right } of kept ?? []) expect([left.isWellFormed(), right.isWellFormed()]).toEqual([true, true]);
        const back = undoChanges(changed, kept ?? []);
        expect(makeChanges(changed, back)).toBe(note);
      }),
      { numRuns: 1000 },
    );
  });

  it('after edits elsewhere just the renamed places go back', () => {
    const words = fc.uniqueArray(fc.integer({ min: 0, max: 1e6 }), { minLength: 45, maxLength: 45 }).map((numbers) =>
      numbers.map((number) =>
        String(number * 7919)
          .padStart(7, '0')
          .split('')
          .toReversed()
          .join(''),
      ),
    );
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 2, maxLength: 8 }),
        words,
        fc.nat(),
        fc.constantFrom('new', 'gone', 'named'),
        (renames, all, where, edit) => {
          const lines = renames.map((renamed, index) => [all.slice(index * 5, index * 5 + 5).join(' '), renamed] as const);
          const words = all.slice(40).join(' ');
          const write = (name: string) => lines.map(([text, renamed]) => `- ${renamed ? name : '李雷'} said ${text}`);
          const [before, after] = [write('Speaker 1'), write('李雷')];
          const kept = keepChanges(after.join('\n'), changesOf(before.join('\n'))) ?? [];
          const at = where % lines.length;
          const added = edit === 'named' ? [`- 李雷 wrote ${words}`] : [`- ${words}`];
          const edited = (list: string[]) =>
            (edit === 'gone' ? list.toSpliced(at, 1) : list.toSpliced(at, 0, ...added)).join('\n');
          expect(makeChanges(edited(after), undoChanges(edited(after), kept))).toBe(edited(before));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('CON-06 what is marked in a note whose speaker is renamed', () => {
  it('stays marked: around the name, across it, and the name itself; and goes back with it', () => {
    const note =
      '## The mill [0:00](#t=0)\n\n- **Speaker 1** asked for a tenth. [1:05](#t=65)\n- Many agreed with Speaker 1. [?](#unverified)\n';
    const changes = followSpeaker(note, { from: 'Speaker 1', to: '李雷', others: [], speaksAt: () => true });
    const changed = makeChanges(note, changes);
    const there = noteMover(note, changes);
    const back = noteMover(changed, undoChanges(changed, keepChanges(changed, changes) ?? []));
    const [before, after] = [wordsOfMarkdown(note), wordsOfMarkdown(changed)];
    for (const [words, moved] of [
      ['asked for a tenth', 'asked for a tenth'],
      ['Speaker 1 asked for', '李雷 asked for'],
      ['Speaker 1', '李雷'],
      ['a tenth.… Speaker 1', 'a tenth.\nMany agreed with 李雷'],
    ] as const) {
      const [first = '', last = first] = words.split('…');
      const start = before.indexOf(first);
      const quote = createQuoteFinder(before).quoteAt(start, before.indexOf(last, start) + last.length);
      expect(quote, words).not.toBeNull();
      if (!quote) continue;
      const next = there(quote);
      expect(next?.exact.replace(/\n+/g, '\n')).toBe(moved);
      const place = next && createQuoteFinder(after).find(next);
      expect(place?.how).toBe('exact');
      expect(next && back(next)).toEqual(quote);
    }
  });

  it('any marked words of any note are found again, and given back', () => {
    fc.assert(
      fc.property(notes, fc.nat(), fc.nat(), (note, a, b) => {
        const changes = followSpeaker(note, { from: 'Speaker 1', to: '李雷', others: ['Speaker 12'], speaksAt: () => true });
        const words = wordsOfMarkdown(note);
        const [start = 0, end = 0] = [a % (words.length + 1), b % (words.length + 1)].toSorted((x, y) => x - y);
        const quote = createQuoteFinder(words).quoteAt(start, end);
        if (!quote) return;
        const moved = noteMover(note, changes)(quote) ?? quote;
        const place = createQuoteFinder(wordsOfMarkdown(makeChanges(note, changes))).find(moved);
        expect(place).not.toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});
