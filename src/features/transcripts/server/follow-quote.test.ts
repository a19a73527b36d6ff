import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#lib/markdown/parser.ts';
import { escapeInline } from '#lib/notes/write-line.ts';
import { followQuote as placesOf } from './follow-quote.ts';
import { keepChanges, makeChanges, undoChanges } from './note-changes.ts';

function followQuote(note: string, was: { startMs: number; was: string }, now: string): { markdown: string; places: number } {
  const changes = placesOf(note, was, now);
  return { markdown: makeChanges(note, changes), places: changes.length };
}

const line = { startMs: 65_000, was: 'the miller asked Jon Smyth for a tenth of every sack' };
const fixed = 'the miller asked John Smith for a tenth of every sack';

describe('CON-04 a note that quotes a corrected line', () => {
  it('says what the line says, beside a time of the line', () => {
    const note = '## The mill [1:05](#t=65)\n\n- The miller asked Jon Smyth for a tenth of every sack. [1:05](#t=65)\n';
    expect(followQuote(note, line, fixed)).toEqual({ markdown: note.replace('Jon Smyth', 'John Smith'), places: 1 });
  });

  it('in Chinese too, character by character', () => {
    const note = '- 我们昨天去了南精路买书。[0:10](#t=10)';
    expect(followQuote(note, { startMs: 10_000, was: '我们昨天去了南精路买书' }, '我们昨天去了南京路买书')).toEqual({
      markdown: note.replace('精', '京'),
      places: 1,
    });
  });

  it('a rare character beside added words stays whole', () => {
    const note = '- 我们昨天去了那家𠮷野店里面吃饭聊天。[0:10](#t=10)';
    const was = { startMs: 10_000, was: '我们昨天去了那家𠮷野店里面吃饭聊天' };
    const changes = placesOf(note, was, '我们昨天去了那家𠮷野的店里面吃饭聊天');
    expect(changes).toHaveLength(1);
    for (const { was, now } of changes) expect([was.isWellFormed(), now.isWellFormed()]).toEqual([true, true]);
    expect(makeChanges(note, changes)).toBe(note.replace('𠮷野', '𠮷野的'));
  });

  it('words that were added or taken away are found by their neighbours', () => {
    const note = '- A tenth of every sack was too much. [0:30](#t=30)';
    const was = { startMs: 30_000, was: 'a tenth of every sack was too much' };
    expect(followQuote(note, was, 'a tenth of every large sack was too much').markdown).toContain('every large sack was');
    expect(followQuote(note, was, 'a tenth of every sack was much').markdown).toContain('sack was much');
  });

  it('the same word elsewhere stays: far from the line, in other company, inside another word, in a link', () => {
    const notes = [
      '- Jon Smyth sold a horse. [9:00](#t=540)',
      '- Jon Smyth sold a horse. [1:05](#t=65)',
      '- asked Jon Smythe for a tenth [1:05](#t=65)',
      '- [asked Jon Smyth for a tenth](https://example.com/x) [1:05](#t=65)',
      '- a note the reader wrote about nothing',
    ];
    for (const note of notes) expect(followQuote(note, line, fixed)).toEqual({ markdown: note, places: 0 });
  });

  it('finds the words as notes escape them, and as people write them', () => {
    const was = { startMs: 10_000, was: 'call it snake_case & a*b in the file' };
    const now = 'call it camelCase & a*b in the file';
    for (const quoted of [
      'call it snake\\_case \\& a\\*b in the file',
      'call it snake_case & a*b in the file',
      'call it snake\\_case &amp; a\\*b in the file',
    ])
      expect(followQuote(`- ${quoted}. [0:10](#t=10)`, was, now)).toEqual({
        markdown: `- ${quoted.replace(/snake\\?_case/, 'camelCase')}. [0:10](#t=10)`,
        places: 1,
      });
    // The escaped words around the quote count as context all the same.
    const far = '- we write read_all_lines, not readEachLine, everywhere in it';
    const line = { startMs: 900_000, was: 'we write read_all_lines, not readEachLine, everywhere in it' };
    expect(followQuote(far.replaceAll('_', '\\_'), line, line.was.replace('Each', 'Every')).markdown).toBe(
      far.replaceAll('_', '\\_').replace('Each', 'Every'),
    );
  });

  it('puts in words, never markup', () => {
    const note = '- a times b times c is what the teacher wrote down. [0:10](#t=10)';
    const was = { startMs: 10_000, was: 'a times b times c is what the teacher wrote down' };
    const now = 'a * b * c [x](http://e.example) <b> is what the teacher wrote down';
    const changes = placesOf(note, was, now);
    const markdown = makeChanges(note, changes);
    expect(renderMarkdown(markdown)).toContain('a * b * c [x](http://e.example) &lt;b&gt; is what');
    expect(makeChanges(markdown, undoChanges(markdown, keepChanges(markdown, changes) ?? []))).toBe(note);
    // Found again by another correction.
    const again = placesOf(markdown, { startMs: 10_000, was: now }, now.replace('c [x]', 'd [y]'));
    expect(renderMarkdown(makeChanges(markdown, again))).toContain('a * b * d [y](http://e.example) &lt;b&gt; is what');
    // At the beginning of a point no other list begins.
    expect(makeChanges(note, placesOf(note, was, was.was.replace('a times', '- minus')))).toContain('- \\- minus b times');
  });

  it('takes a line of brackets in its stride', () => {
    const note = `${'['.repeat(50_000)}${']('.repeat(50_000)}${'<http:'.repeat(20_000)} asked Jon Smyth for a tenth [1:05](#t=65)`;
    expect(followQuote(note, line, fixed).places).toBe(1);
  });

  it('undoing a correction restores the note, whatever the words', () => {
    const words = fc
      .array(fc.constantFrom('snake_case', '*', 'a', '[x](y)', '`', '&amp;', '\\', '<b>', '磨坊', '#tag', '-', '1.'), {
        minLength: 1,
        maxLength: 7,
      })
      .map((list) => list.join(' '));
    fc.assert(
      fc.property(words, words, (a, b) => {
        const note = `- ${escapeInline(`so he said ${a} to them all`)} [0:01](#t=1)`;
        const changes = placesOf(note, { startMs: 1000, was: `so he said ${a} to them all` }, `so he said ${b} to them all`);
        const changed = makeChanges(note, changes);
        if (changes.length > 0)
          expect(renderMarkdown(changed).replace(/ <a .*/s, '')).toBe(
            renderMarkdown(`- ${escapeInline(`so he said ${b} to them all`)} [0:01](#t=1)`).replace(/ <a .*/s, ''),
          );
        const kept = keepChanges(changed, changes);
        if (kept) expect(makeChanges(changed, undoChanges(changed, kept))).toBe(note);
      }),
    );
  });

  it('never changes an address, and undoing restores the note', () => {
    const phrase = fc.array(fc.constantFrom('miller', 'sack', 'barn', 'rye', '磨坊', '，', 'the'), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(phrase, phrase, (a, b) => {
        const [was, now] = [a.join(' '), b.join(' ')];
        const note = `- said ${was} [0:01](#t=1) [source](https://example.com/miller-sack)`;
        const there = followQuote(note, { startMs: 1000, was }, now);
        expect(there.markdown).toContain('[0:01](#t=1) [source](https://example.com/miller-sack)');
        if (there.places === 0) expect(there.markdown).toBe(note);
      }),
    );
  });
});

describe('CON-04 how sure a quote has to be', () => {
  const letters = (count: number) => 'abcdefghijklmnopqrstuvwxyzabcdefghij'.slice(0, count);
  /** A line with so many letters around what changes, quoted beside this place. */
  function follows(around: number, place: string, { far = 100_000 } = {}): boolean {
    const was = `${letters(around - 3)} Jon Smyth now`;
    const note = `- ${was} ${place}`;
    const { markdown, places } = followQuote(note, { startMs: far, was }, was.replace('Jon Smyth', 'John Smith'));
    expect(markdown).toBe(places === 0 ? note : note.replace('Jon Smyth', 'John Smith'));
    return places === 1;
  }

  it.each([
    ['[1:40](#t=100)', 6, true],
    ['[1:40](#t=100)', 5, false],
    ['[9:00](#t=540)', 30, true],
    ['[9:00](#t=540)', 29, false],
    ['', 30, true],
    ['', 29, false],
    ['[p2](#p2)', 29, false],
    // A minute before the line begins, and a second after.
    ['[0:40](#t=40)', 6, true],
    ['[0:40](#t=39.999)', 29, false],
    ['[1:41](#t=101)', 6, true],
    ['[1:41](#t=101.001)', 29, false],
    ['[9:00](#t=540) [1:40](#t=100)', 6, true],
  ])('beside %j with %i letters around it: %s', (place, around, expected) => {
    expect(follows(around, place)).toBe(expected);
  });

  it.each([
    ['Jonathan', 'Ben', '- Jonathan [1:40](#t=100)', '- Ben [1:40](#t=100)'],
    ['Jon', 'Benjamin', '- Jon [1:40](#t=100)', null],
    ['  Jonathan\n came ', 'Jonathan  came', '- Jonathan came [1:40](#t=100)', null],
    ['we sold it to Ann', 'we sold it to', '- we sold it to Ann [1:40](#t=100)', '- we sold it to [1:40](#t=100)'],
    [
      'miller asked for more',
      'old miller asked for more',
      '- the miller asked for more [1:40](#t=100)',
      '- the old miller asked for more [1:40](#t=100)',
    ],
    ['asked for more', 'asked for more rye', '- he asked for more [1:40](#t=100)', '- he asked for more rye [1:40](#t=100)'],
    ['我们去书店买书', '我们去了书店买书', '- 我们去书店买书 [1:40](#t=100)', '- 我们去了书店买书 [1:40](#t=100)'],
    [
      "it's Jon's own mill",
      "it's Joan's own mill",
      "- it's Jon's own mill [1:40](#t=100)",
      "- it's Joan's own mill [1:40](#t=100)",
    ],
    ['ask Jon now please', 'ask Joan now please', '- ASK Jon NOW please [1:40](#t=100)', '- ASK Joan NOW please [1:40](#t=100)'],
    ['ask Jon now please', 'ask Joan now please', '- ask jon now please [1:40](#t=100)', null],
    ['ask Jon now please', 'ask Joan now please', '- ask xJon now please [1:40](#t=100)', null],
    [
      'ask Jon now please',
      'ask Joan now please',
      '- ask Jon now please ![ask Jon now please](a) [1:40](#t=100)',
      '- ask Joan now please ![ask Jon now please](a) [1:40](#t=100)',
    ],
    ['ask Jon now please', 'ask Joan now please', '- `ask Jon now please` [1:40](#t=100)', null],
    ['ask Jon now please', 'ask Joan now please', '- <https://a.example/ask Jon now please> [1:40](#t=100)', null],
    ['ask Jon now please', 'ask Joan now please', '- [x](ask Jon now please) [1:40](#t=100)', null],
    [
      'ask Jon now please',
      'ask Joan now please',
      '- \\[ask Jon now please\\](x) [1:40](#t=100)',
      '- \\[ask Joan now please\\](x) [1:40](#t=100)',
    ],
  ])('of %j corrected to %j', (was, now, note, expected) => {
    expect(followQuote(note, { startMs: 100_000, was }, now).markdown).toBe(expected ?? note);
  });

  it('each place is told by where it is in the changed note', () => {
    const was = 'ask Jon now please';
    const note = `# ask Jon now please\n- ask Jon now please, ask Jon now please [1:40](#t=100)\nask Jon now please`;
    const changes = placesOf(note, { startMs: 100_000, was }, was.replace('Jon', 'Joan'));
    expect(changes).toEqual([
      { at: 27, was: 'Jon', now: 'Joan' },
      { at: 48, was: 'Jon', now: 'Joan' },
    ]);
  });
});
