/** Which words of a note follow a correction, and go back with it, line by line beside what is on record. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { followQuote } from './follow-quote.ts';
import { followSpeaker } from './follow-speaker.ts';
import { keepChanges, makeChanges, type NoteChange, undoChanges } from './note-changes.ts';

const folder = fileURLToPath(new URL('../../../../tests/golden/transcripts', import.meta.url));
const place = ' [1:40](#t=100)';

/** Blocks with a head, `=== head`, and the lines below it. `⏎` is the end of a line of a note. */
function readBlocks(name: string): { head: string; lines: string[] }[] {
  const blocks = readFileSync(`${folder}/${name}.txt`, 'utf8').split(/^=== /m).slice(1);
  return blocks.map((block) => {
    const [head = '', ...lines] = block.split('\n').filter((line) => line !== '');
    return { head, lines: lines.map((line) => line.replaceAll('⏎', '\n')) };
  });
}

const expectOnRecord = (name: string, blocks: string[]) =>
  expect(`${blocks.join('\n\n')}\n`).toMatchFileSnapshot(`${folder}/${name}.record.txt`);

const onOneLine = (note: string) => note.replaceAll('\n', '⏎');

/** What becomes of a note beside a time of the line or speaker, and without one. */
function outcome(note: string, follow: (note: string) => NoteChange[]): string {
  const near = makeChanges(note + place, follow(note + place));
  const far = makeChanges(note, follow(note));
  if (near === note + place && far === note) return `never   ${onOneLine(note)}`;
  if (near === far + place) return `always  ${onOneLine(far)}`;
  const beside = onOneLine(near.slice(0, -place.length));
  return far === note ? `near    ${beside}` : `near    ${beside}\n  else    ${onOneLine(far)}`;
}

test('CON-04 names of a speaker are those on record', async () => {
  const blocks = readBlocks('names').map(({ head, lines }) => {
    const [from = '', ...others] = head.split(' | ');
    const rename = { from, to: '■', others, speaksAt: (ms: number) => ms === 100_000 };
    return [`=== ${head}`, ...lines.map((line) => `  ${outcome(line, (note) => followSpeaker(note, rename))}`)].join('\n');
  });
  await expectOnRecord('names', blocks);
});

test('CON-04 quotes of a corrected line are those on record', async () => {
  const blocks = readBlocks('quotes').map(({ head, lines }) => {
    const [was = '', now = ''] = head.split(' ⇒ ');
    const corrected = { startMs: 100_000, was };
    return [`=== ${head}`, ...lines.map((line) => `  ${outcome(line, (note) => followQuote(note, corrected, now))}`)].join('\n');
  });
  await expectOnRecord('quotes', blocks);
});

/** `{was|now}`: a change. The lines below are the changed note as its owner went on to edit it. */
test('CON-04 what goes back with a correction is on record', async () => {
  const blocks = readBlocks('undone').map(({ head, lines }) => {
    const changes: NoteChange[] = [];
    let changed = '';
    for (const part of head.replaceAll('⏎', '\n').split(/(\{[^}]*\})/)) {
      const [was, now] = part.startsWith('{') ? part.slice(1, -1).split('|') : [];
      if (was !== undefined && now !== undefined) changes.push({ at: changed.length, was, now });
      changed += now ?? part;
    }
    const kept = keepChanges(changed, changes) ?? [];
    const undone = lines.map((line) => `  ${onOneLine(makeChanges(line, undoChanges(line, kept)))}`);
    return [`=== ${head}`, ...undone].join('\n');
  });
  await expectOnRecord('undone', blocks);
});
