/**
 * Compares what is read from files, names and notes with records. `vitest run --project unit
 * src/engine/sources/sources-on-record.test.ts -u` writes new ones, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import { changedAnswer, differences } from '../../../tests/harness/changed-answer.ts';
import { computeHere } from '../../../tests/harness/compute-here.ts';
import type { EnginePorts } from '../ports.ts';
import type { MediaProbe, SubtitleCue } from '../raw-content.ts';
import { rasterExtension } from './article/cover.ts';
import { announcesDocument, binaryKindOf } from './binary-document/kind.ts';
import { isSubtitleName, isTextName, kindOfBytes, kindOfText, startsAsMedia } from './document/kind.ts';
import { readMarkdown } from './document/markdown.ts';
import { readPlainText } from './document/plain-text.ts';
import { languageFromName, titleFromName } from './document.ts';
import { extractMedia } from './media/extract-media.ts';
import { isMediaType, isUnknownType, looksLikeMedia } from './media/media-types.ts';
import { findEpisode, type WantedEpisode } from './podcast/episode-in-feed.ts';
import { cuesOfHtml } from './podcast/parse-transcript.ts';
import { isSameName } from './podcast/same-name.ts';
import { chaptersInNotes, plainNotes } from './podcast/show-notes.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../tests/golden/sources/${name}`, import.meta.url));
const textOf = (name: string) => readFileSync(fileOf(name), 'utf8');
const linesOf = (name: string) => textOf(`${name}.txt`).split('\n').slice(0, -1);

/** Blocks under lines of `=== title`. */
const blocksOf = (name: string) =>
  textOf(`${name}.txt`)
    .split(/^=== /m)
    .slice(1)
    .map((block) => ({ title: block.slice(0, block.indexOf('\n')), text: block.slice(block.indexOf('\n') + 1, -1) }));

async function expectRecord(name: string, lines: readonly string[]): Promise<void> {
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(fileOf(`${name}.record.txt`));
}

type Recording = {
  name: string;
  canonicalUrl: string | null;
  blob: string | null;
  probe: MediaProbe;
  cues: SubtitleCue[][];
  /** The picture, or the code that making it fails with. */
  cover: string | null;
  speech: ErrorCode | 'ok' | null;
  given: boolean;
};

/** What is made of a recording whose probe says this; a recogniser is only asked, and fails. */
async function aboutRecording({ name, canonicalUrl, blob, probe, cues, cover, speech, given }: Recording): Promise<unknown> {
  const stages: string[] = [];
  const codes: Record<string, AppError> = {
    media_unreadable: new AppError('media_unreadable'),
    storage_failed: new AppError('storage_failed'),
    fault: new TypeError('x') as AppError,
  };
  const asked: (string | null)[] = [];
  const ports = {
    compute: computeHere,
    media: {
      probe: async () => probe,
      subtitles: async () => probe.subtitles.map((track, index) => ({ ...track, cues: cues[index] ?? [] })),
      cover: async () => {
        const failure = codes[cover ?? ''];
        if (failure) throw failure;
        return cover === null ? null : Buffer.from(cover);
      },
      sound: () => {
        throw new AppError('media_no_audio');
      },
    },
    blobs: { put: async (key: string) => void stages.push(key.slice(0, 16)) },
    checkpoints: { get: async () => null, put: async () => {} },
    clock: { now: () => 0, sleep: async () => {} },
    speech:
      speech === null
        ? null
        : {
            engineFor: async (language: string | null) => {
              asked.push(language);
              throw new AppError(speech === 'ok' ? 'speech_failed' : speech);
            },
          },
  } as unknown as EnginePorts;
  const segment = { id: 0, startMs: 0, endMs: 1000, text: 'Given' };
  const transcript = {
    timed: true,
    language: 'fr',
    provenance: { origin: 'human' as const, track: 'mine' },
    segments: [segment],
  };
  const context = {
    ports,
    progress: { stage: (_stage: string, percent: number) => void stages.push(String(percent)), partial: () => {} },
    signal: new AbortController().signal,
    givenTranscript: given ? transcript : null,
  };
  try {
    const { transcript: words, ...record } = await extractMedia({ path: '/film', name, blob, canonicalUrl }, context);
    const used = words && { language: words.language, provenance: words.provenance, lines: words.segments.length };
    return { ...record, used, stages: stages.join(' '), asked };
  } catch (error) {
    return error instanceof AppError ? error.code : 'a fault';
  }
}

test('SUM-04 recordings are read as on record', async () => {
  const whole = textOf('recording.json');
  const usual = await aboutRecording(JSON.parse(whole) as Recording);
  const lines = [];
  for (const line of linesOf('recording'))
    lines.push(`${line} ⇒ ${differences(await aboutRecording(changedAnswer(whole, line) as Recording), usual)}`);
  await expectRecord('recording', [JSON.stringify(usual, null, 1), '', ...lines]);
});

/** Per line a name, and the beginning of a file in Latin 1 with `\xff` for other bytes. */
test('SUM-05 beginnings of files are recognised as on record', async () => {
  const lines = linesOf('beginnings').map((line) => {
    const [name = '', written = ''] = line.split(' | ');
    const text = written
      .replace(/\\x([0-9a-f]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\{(\d+)\}/g, (_all, times: string) => ' '.repeat(Number(times)));
    const head = new Uint8Array(Buffer.from(text, 'latin1'));
    const kinds = [kindOfBytes(head, name), binaryKindOf(head, name), `picture ${rasterExtension(head)}`];
    return `${line} ⇒ ${kinds.join(', ')}${startsAsMedia(head) ? ', starts as media' : ''}${looksLikeMedia(head) ? ', looks like media' : ''}`;
  });
  await expectRecord('beginnings', lines);
});

test('SUM-05 names of files are read as on record', async () => {
  const lines = linesOf('names').map((name) => {
    const marks = [...(isTextName(name) ? ['text'] : []), ...(isSubtitleName(name) ? ['subtitles'] : [])];
    return `${name} ⇒ ${JSON.stringify(titleFromName(name))} ${languageFromName(name) ?? ''} ${marks.join(' ')}`.trimEnd();
  });
  await expectRecord('names', lines);
});

test('content types are read as on record', async () => {
  const lines = linesOf('content-types').map((type) => {
    const marks = [...(isMediaType(type) ? ['media'] : []), ...(isUnknownType(type) ? ['unknown'] : [])];
    return `${type} ⇒ document: ${announcesDocument(type)} ${marks.join(' ')}`.trimEnd();
  });
  await expectRecord('content-types', lines);
});

test('SUM-05 texts are read as on record', async () => {
  const lines = blocksOf('texts').flatMap(({ title, text }) => {
    const kind = kindOfText(text, title);
    const plain = readPlainText(text);
    const { segments, ...markdown } = readMarkdown(text);
    return [
      `=== ${title}: ${kind}`,
      `plain ${JSON.stringify({ ...plain, segments: plain.segments.map((segment) => segment.text) })}`,
      `markdown ${JSON.stringify({ ...markdown, segments: segments.map((segment) => segment.text) })}`,
      '',
    ];
  });
  await expectRecord('texts', lines);
});

test('SUM-03 notes of episodes are read as on record', async () => {
  const lines = blocksOf('notes').flatMap(({ title, text }) => {
    const notes = plainNotes(text);
    const shown = (ms: number | null) => chaptersInNotes(notes, ms).map((chapter) => `${chapter.startMs} ${chapter.title}`);
    const whole = shown(null);
    const cut = shown(600_000);
    return [
      `=== ${title}`,
      ...(notes === text ? [] : [`notes ${JSON.stringify(notes)}`]),
      `chapters ${JSON.stringify(whole)}`,
      ...(cut.join() === whole.join() ? [] : [`within ten minutes ${JSON.stringify(cut)}`]),
      '',
    ];
  });
  await expectRecord('notes', lines);
});

test('SUM-03 transcripts in pages are read as on record', async () => {
  const lines = blocksOf('transcripts').flatMap(({ title, text }) => [
    `=== ${title}`,
    ...cuesOfHtml(text).map(({ startMs, endMs, speaker, text: words }) => `${startMs}–${endMs} ${speaker ?? ''}: ${words}`),
    '',
  ]);
  await expectRecord('transcripts', lines);
});

test('SUM-03 names of shows are compared as on record', async () => {
  const lines = linesOf('same-names').map((line) => {
    const [one = '', two = ''] = line.split(' | ');
    return `${line} ⇒ ${isSameName(one, two)}${isSameName(two, one) === isSameName(one, two) ? '' : ' one way'}`;
  });
  await expectRecord('same-names', lines);
});

/** Per line what is wanted of the feed above the lines. */
test('SUM-03 episodes are found in a feed as on record', async () => {
  const bytes = new TextEncoder().encode(textOf('episodes.xml'));
  const lines = linesOf('episodes').map((line) => {
    const wanted = JSON.parse(line) as WantedEpisode;
    const { episode, episodes } = findEpisode({
      ...{ bytes, contentType: null, base: 'https://feed.test/show/feed.xml', url: 'https://feed.test/asked', wanted },
    });
    return `${line} ⇒ ${episode ? JSON.stringify([episode.title, episode.audio.url]) : 'none'} of ${episodes}`;
  });
  await expectRecord('episodes', lines);
});
