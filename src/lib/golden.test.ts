/**
 * What the readings of names, addresses, Markdown and times make of the inputs in `tests/golden/lib`: the forms that the patterns
 * name, and others just beside them. `vitest run --project unit src/lib/golden.test.ts -u` writes a new record, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createFileNames, fileNameOf, shortenFileName } from './file-name.ts';
import { splitLanguage } from './language-of-name.ts';
import { mailAddressOf } from './mail-address.ts';
import { formatAnchor, parseAnchor } from './markdown/anchors.ts';
import { withoutBareLinks } from './markdown/bare-addresses.ts';
import { splitBlocks } from './markdown/blocks.ts';
import { citationsOf } from './markdown/claims.ts';
import { createFenceReader } from './markdown/code-fences.ts';
import { flattenMarkdown } from './markdown/flatten.ts';
import { noteWithoutBareLinks } from './markdown/note-bare-addresses.ts';
import { isSafeLink, parseMarkdown } from './markdown/parser.ts';
import { plainLine } from './markdown/plain-line.ts';
import { timedHeadings } from './markdown/timed-headings.ts';
import { wordsOfMarkdown } from './markdown/words.ts';
import { bestLinesOf } from './notes/best-lines.ts';
import { addTag, removeTag, renameTag } from './notes/edit-tags.ts';
import { cleanTag, tagsOf, takeTags } from './notes/hashtags.ts';
import { flattenMindMap, mindMapOf } from './notes/mindmap.ts';
import { countTodos, todosOf } from './notes/note-todos.ts';
import { escapeInline } from './notes/write-line.ts';
import { isPersonalAddress, publicAddress } from './personal-address.ts';
import { closestSentence, sentencesOf } from './text/closest-sentence.ts';
import { initialsOf } from './text/initials.ts';
import { settingOfSource } from './text/script-of.ts';
import { foldForSearch, signedLettersOf } from './text/search-grams.ts';
import { citedPlace, linesNear } from './transcripts/cited-place.ts';
import { readTtml, type TtmlCue } from './transcripts/ttml.ts';
import { toSrt, toTxt, toVtt } from './transcripts/write-subtitles.ts';
import { webAddress } from './urls.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../tests/golden/lib/${name}`, import.meta.url));
const textOf = (name: string) => readFileSync(fileOf(`${name}.txt`), 'utf8').replace(/\n$/, '');

async function expectRecord(name: string, outcomes: readonly string[]): Promise<void> {
  await expect(`${outcomes.join('\n')}\n`).toMatchFileSnapshot(fileOf(`${name}.record.txt`));
}

/** Expects what is made of each line to be as on record; what is as the line is left out. */
async function expectLines(name: string, read: (line: string) => Record<string, unknown>): Promise<void> {
  const shown = (line: string) =>
    Object.entries(read(line))
      .filter(([, value]) => value !== line && value !== null && value !== false && value !== '')
      .map(([what, value]) => `${what}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  await expectRecord(
    name,
    textOf(name)
      .split('\n')
      .map((line) => `${line} ⇒ ${shown(line).join(' | ')}`),
  );
}

test('makes names of files, initials and languages as on record', async () => {
  await expectLines('names', (line) => {
    const { rest, language } = splitLanguage(line);
    const inFolder = createFileNames();
    const { lang } = settingOfSource(line, undefined);
    return {
      file: fileNameOf(line, 'md').replace(/\.md$/, ''),
      'in a folder': [inFolder(line, 'md'), inFolder(line.toUpperCase(), 'md')]
        .map((name) => name.replace(/\.md$/, ''))
        .join(', '),
      short: shortenFileName(line, 24),
      initials: initialsOf(line),
      language: language && `${rest}, ${language}`,
      setting: lang === 'und' ? null : lang,
    };
  });
});

test('reads lines of Markdown as on record', async () => {
  await expectLines('markdown-lines', (line) => ({
    plain: plainLine(line),
    tags: tagsOf(line).join(' '),
    'beside the tags': takeTags(line).text,
    tag: cleanTag(line),
    tasks: todosOf(line).map(({ words, done }) => `${done ? 'done' : 'open'} ${words}`)[0] ?? null,
    escaped: escapeInline(line),
    links: withoutBareLinks(line),
    'links in a table': withoutBareLinks(line, true) === withoutBareLinks(line) ? null : withoutBareLinks(line, true),
    folded: foldForSearch(line).trim() === line.toLowerCase() ? null : foldForSearch(line),
    signed: signedLettersOf(line).join(' '),
  }));
});

test('reads addresses as on record', async () => {
  await expectLines('addresses', (line) => {
    const anchor = parseAnchor(line);
    const address = webAddress(line);
    return {
      web: address === line ? 'itself' : address,
      personal: isPersonalAddress(line),
      public: publicAddress(line) ?? 'none',
      safe: isSafeLink(line),
      anchor: anchor && `${JSON.stringify(anchor)} ${formatAnchor(anchor)}`,
      mail: mailAddressOf(line) === line ? 'itself' : mailAddressOf(line),
    };
  });
});

test('SUM-05 reads the times of TTML as on record', async () => {
  await expectLines('times', (line) => {
    const [rates = '', time = ''] = line.split('|');
    const starts: number[] = [];
    readTtml(`<tt ${rates}><body><p begin="${time.trim()}" end="9999999h">x</p></body></tt>`, ({ startMs }) =>
      starts.push(startMs),
    );
    return { ms: starts.map((ms) => String(Math.round(ms * 1000) / 1000)).join(', ') };
  });
});

test('reads whole notes as on record', async () => {
  const records = textOf('notes')
    .split('\n=====\n')
    .map((note) => {
      const map = flattenMindMap(mindMapOf('Note', note)).map(({ id, text, anchor, page, unverified }) =>
        [id, text, anchor && formatAnchor(anchor), page && `p.${page}`, unverified && '?'].filter(Boolean).join(' · '),
      );
      const blocks = flattenMarkdown(note, (href) => (href.startsWith('https:') ? href : null)).map((block) =>
        JSON.stringify(block),
      );
      return [
        ...map,
        ...bestLinesOf(note).map(({ text, anchor, page }) => `best: ${text} ${formatAnchor(anchor)} ${page ?? ''}`),
        ...timedHeadings(note).map(({ title, startMs }) => `heading: ${title} ${startMs}`),
        ...citationsOf(parseMarkdown(note)).map(
          ({ anchor, claim }) => `cites ${formatAnchor(anchor)}: ${claim.text}${claim.unverified ? ' ?' : ''}`,
        ),
        ...todosOf(note).map(({ line, words, done }) => `task ${line}: ${done ? 'done' : 'open'} ${words}`),
        `tasks: ${JSON.stringify(countTodos(note))}`,
        `words: ${JSON.stringify(wordsOfMarkdown(note))}`,
        `with a tag: ${JSON.stringify(addTag(note, 'new').split('\n').slice(-5))}`,
        `without a tag: ${JSON.stringify(removeTag(note, 'one').split('\n').slice(-5))}`,
        `with another: ${JSON.stringify(renameTag(note, 'barn', 'mill').split('\n').slice(-3))}`,
        ...blocks,
      ].join('\n');
    });
  await expectRecord(
    'notes',
    records.map((record) => `${record}\n=====`),
  );
});

test('edits the tags of notes and takes links off them as on record', async () => {
  const records = textOf('tagged-notes')
    .split('\n=====\n')
    .flatMap((note) =>
      [note, note.replaceAll('\n', '\r\n'), `${note}\n`].map((text) =>
        Object.entries({
          note: text,
          tags: takeTags(text).tags.join(' '),
          'with new': addTag(text, 'new'),
          'without one': removeTag(text, 'one'),
          'without two': removeTag(text, 'two'),
          'one as uno': renameTag(text, 'one', 'uno'),
          'one as ONE': renameTag(text, 'one', 'ONE'),
          'one as two': renameTag(text, 'one', 'two'),
          links: noteWithoutBareLinks(text),
          blocks: splitBlocks(text).map(({ source }) => source),
        })
          .filter(([name, value]) => name === 'note' || (value !== text && value !== ''))
          .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
          .join('\n'),
      ),
    );
  await expectRecord(
    'tagged-notes',
    records.map((record) => `${record}\n`),
  );
});

test('tells the lines of code blocks as on record', async () => {
  const kindOf = createFenceReader();
  await expectLines('fences', (line) => ({ kind: kindOf(line) }));
});

test('SUM-05 reads documents of TTML as on record', async () => {
  await expectLines('ttml', (line) => {
    const cues: TtmlCue[] = [];
    const { title, language } = readTtml(line, (cue) => cues.push(cue));
    const shown = cues.map(
      ({ startMs, endMs, text, speaker }) => `${startMs}–${endMs}${speaker ? ` ${speaker}:` : ''} ${JSON.stringify(text)}`,
    );
    return { title, language, cues: shown.join(' / ') };
  });
});

test('CON-05 writes subtitles as on record', async () => {
  const lines = [
    { startMs: 0, endMs: 1500.4, text: 'The barn & the mill\n\n  stand <b>here</b> ', speaker: ' Ada  Quill ' },
    { startMs: 1500, endMs: 1000, text: '{\\an8}x --> y => z \\N &amp; <1:2> a < b > c', speaker: 'Ada Quill' },
    { startMs: 3_599_999.6, endMs: null, text: ' \u2028 ', speaker: 'Ben' },
    { startMs: 3_599_999.6, endMs: null, text: 'An hour', speaker: 'Ben' },
    { startMs: null, endMs: null, text: 'no time', speaker: undefined },
    { startMs: 360_000_000, endMs: 360_061_001, text: 'a\r\nb', speaker: '' },
    { startMs: -5, endMs: 3, text: '   ' },
  ];
  const written = [toSrt(lines), toVtt(lines), toTxt(lines), toSrt([]), toVtt([]), toTxt([])];
  await expectRecord(
    'subtitles',
    written.map((text) => JSON.stringify(text).replaceAll('\\n', '\\n\n')),
  );
});

test('finds the place of each moment of a talk as on record', async () => {
  let at = 0;
  const lines = textOf('cited')
    .split('\n')
    .map((line, id) => {
      const [, pause = '0', speaker, text = ''] = /^(?:\+(\d+) )?(?:@(\w+) )?(.*)$/.exec(line) ?? [];
      const startMs = at + Number(pause);
      at = startMs + 1000;
      return { id, startMs, endMs: at, text, ...(speaker === undefined ? {} : { speaker }) };
    });
  const records = lines.map(({ startMs }) => {
    const near = linesNear(lines, { kind: 'time', ms: startMs }).map(({ id }) => id);
    return `${startMs}: ${JSON.stringify(citedPlace(lines, { kind: 'time', ms: startMs }))} near ${near.join(' ')}`;
  });
  await expectRecord('cited', records);
});

test('finds the sentence that a statement is about as on record', async () => {
  await expectLines('claims', (line) => {
    const [text = '', claim = ''] = line.split(' | ');
    const sentences = sentencesOf(text);
    return { sentences: sentences.join(' / '), closest: closestSentence(sentences, claim) };
  });
});
