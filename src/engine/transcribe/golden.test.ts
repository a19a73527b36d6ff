/**
 * What is made of phrases that recognisers invent, of markup, times, damaged texts and overlapping pieces in
 * `tests/golden/transcribe`. `vitest run --project unit src/engine/transcribe/golden.test.ts -u` writes a new record, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { SpokenSegment } from '../ports.ts';
import { parseSrtTiming } from './formats/srt.ts';
import { vttCueText } from './formats/vtt-cue-text.ts';
import { plainCueText, voiceOf } from './markup.ts';
import { cuesToSegments } from './segments.ts';
import { judgeSegments } from './speech/judge-segments.ts';
import { mergeSpans } from './speech/merge.ts';
import { spreadSegments } from './speech/spread.ts';
import { orderTracks } from './tracks/order-site-tracks.ts';
import { isAutomatic } from './tracks/rank-embedded-tracks.ts';
import { isDamagedText } from './trust/damage.ts';
import { isLooping } from './trust/loops.ts';
import { speechRateOf } from './trust/speech-rate.ts';
import { spokenCues } from './trust/spoken.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../tests/golden/transcribe/${name}`, import.meta.url));

/** Expects what is made of each line to be as on record. */
async function expectLines(name: string, read: (line: string) => string): Promise<void> {
  const lines = readFileSync(fileOf(`${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const outcomes = lines.map((line) => `${line} ⇒ ${read(line)}`);
  await expect(`${outcomes.join('\n')}\n`).toMatchFileSnapshot(fileOf(`${name}.record.txt`));
}

const said = (text: string, more: Partial<SpokenSegment> = {}): SpokenSegment => ({ text, startMs: 1000, endMs: 5000, ...more });

test('SUM-03 takes out what recognisers invent as on record', async () => {
  const prompt = 'The old barn by the river of it';
  const facts = { quiet: [], prompt };
  const halfQuiet = { quiet: [{ startMs: 0, endMs: 3001 }], prompt };
  await expectLines('phrases', (line) => {
    const isKept = {
      surely: judgeSegments([said(line)], facts),
      doubtfully: judgeSegments([said(line, { noSpeechProbability: 0.41 })], facts),
      'half in silence': judgeSegments([said(line)], halfQuiet),
    };
    const kept = Object.entries(isKept).flatMap(([how, segments]) => (segments.length > 0 ? [how] : []));
    return kept.length === 3 ? 'kept' : kept.length > 0 ? `kept if said ${kept.join(', ')}` : 'made up';
  });
});

test('SUM-03 takes out loops of a recogniser as on record', async () => {
  await expectLines('repeats', (line) => {
    const alone = judgeSegments([said(line)], { quiet: [], prompt: '' }).length > 0;
    const packed = judgeSegments([said(line, { compressionRatio: 2.5 })], { quiet: [], prompt: '' }).length > 0;
    const inRow = (count: number) =>
      judgeSegments(
        [said('before'), ...Array.from({ length: count }, () => said(line, { compressionRatio: 1 })), said('after')],
        { quiet: [], prompt: '' },
      ).length;
    const stuck = isLooping(Array.from({ length: 5 }, (_, n) => ({ startMs: n, endMs: n + 1, text: line })));
    return `${alone ? 'kept' : 'loop'}, packed ${packed ? 'kept' : 'loop'}, in a row ${[2, 3, 4].map(inRow).join('/')}${stuck ? ', stuck' : ''}`;
  });
});

test('SUM-05 takes markup and sounds out of cues as on record', async () => {
  await expectLines('markup', (line) => {
    const cue = { startMs: 0, endMs: 3000, text: line };
    const { text, speaker, turns } = vttCueText(line);
    const segments = cuesToSegments([cue, { startMs: 3000, endMs: 5000, text: 'The barn is old.' }]);
    const { spoken, sounds } = spokenCues([cue]);
    const parts = {
      srt: plainCueText(line),
      voice: voiceOf(line),
      vtt: text,
      'vtt voice': speaker ?? (turns && JSON.stringify(turns)),
      lines: segments
        .map(({ startMs, text: own }) => (own === 'The barn is old.' ? null : `${startMs} ${own}`))
        .filter(Boolean)
        .join(' / '),
      'after all': sounds > 0 ? 'sound' : spoken.length === 0 ? 'nothing' : undefined,
    };
    return Object.entries(parts)
      .filter(([, value]) => value !== undefined && value !== line)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
      .join(' | ');
  });
});

test('SUM-05 reads the times of SubRip as on record', async () => {
  await expectLines('stamps', (line) => {
    const times = parseSrtTiming(line);
    return times ? `${times.startMs}–${times.endMs}${times.rest === '' ? '' : ` “${times.rest}”`}` : 'none';
  });
});

test('SUM-02 finds damaged texts as on record', async () => {
  await expectLines('damage', (line) => {
    const damaged = [1, 2, 5, 20, 40].map((times) => isDamagedText(`${line}\n`.repeat(times)));
    const mixed = [1, 2, 5, 10, 20, 40, 60].map((good) =>
      isDamagedText(`${`${line}\n`.repeat(10)}${'The barn stands by the river. '.repeat(good)}`),
    );
    const rate = speechRateOf(
      [
        { startMs: 0, endMs: 1000, text: line },
        { startMs: 60_000, endMs: 61_000, text: line },
      ],
      120_000,
    );
    const shown = (flags: boolean[]) => flags.map((flag) => (flag ? 'x' : '·')).join('');
    return `${shown(damaged)} beside good text ${shown(mixed)}, ${rate.words.toFixed(2)} words, densest ${rate.densestPerSecond.toFixed(3)}, covers ${rate.coveredShare}`;
  });
});

test('SUM-03 joins pieces of speech that overlap as on record', async () => {
  await expectLines('overlaps', (line) => {
    const spans = line.split('/').map((side, n) => {
      const segments = side.split('|').flatMap((part) => {
        const [, from, to, text = ''] = /^\s*(\d+)-(\d+) ?(.*?)\s*$/.exec(part) ?? [];
        return text === '' ? [] : [{ startMs: Number(from) * 1000, endMs: Number(to) * 1000, text }];
      });
      return { startMs: n === 0 ? 0 : 26_000, endMs: n === 0 ? 30_000 : 60_000, segments };
    });
    return mergeSpans(spans)
      .map(({ startMs, endMs, text }) => `${Math.round(startMs)}–${Math.round(endMs)} ${text}`)
      .join(' | ');
  });
});

test('SUM-03 spreads long segments over what is voiced as on record', async () => {
  const text = 'The barn is old. It was built by a farmer and his three sons! Nobody knows why? 粮仓很旧。没有人知道。';
  const quiet = [
    { startMs: 2000, endMs: 6000 },
    { startMs: 20_000, endMs: 25_000 },
    { startMs: 39_000, endMs: 45_000 },
  ];
  const spread = (segment: SpokenSegment, pauses = quiet) =>
    spreadSegments([segment], pauses).map(({ startMs, endMs, text: own }) => `${startMs}–${endMs} ${own}`);
  const whole = { text, startMs: 0, endMs: 40_000 };
  const outcomes = [
    spread(whole),
    spread(whole, []),
    spread({ ...whole, startMs: 3000, endMs: 33_001 }),
    spread({ ...whole, startMs: 3000, endMs: 33_000 }),
    spread({ ...whole, endMs: 5000, text: 'a'.repeat(240) }),
    spread({ ...whole, endMs: 5000, text: 'a '.repeat(121) }),
    spread({ ...whole, text: 'One sentence alone' }),
    spread({ ...whole, startMs: 40_000, endMs: 80_000 }, [{ startMs: 30_000, endMs: 90_000 }]),
  ];
  await expect(`${outcomes.map((lines) => lines.join('\n')).join('\n\n')}\n`).toMatchFileSnapshot(fileOf('spread.record.txt'));
});

test('SUM-02 orders the tracks of a site by their names as on record', async () => {
  await expectLines('names', (line) => {
    const [wanted = '', language = '', automatic = '', name = ''] = line.split('|');
    const track = { language, automatic: automatic !== '', name };
    const others = [
      { language: 'en', automatic: false, name: 'plain' },
      { language: 'zh', automatic: false, name: 'plain' },
      { language: 'de', automatic: false, name: 'plain' },
      { language: 'en', automatic: true, name: 'plain' },
    ];
    const places = [null, 'en', 'zh', 'fr'].map((spoken) => {
      const place = orderTracks([...others, track], { spoken, wanted }).indexOf(track);
      return `${spoken ?? 'unknown'} ${place < 0 ? 'out' : place}`;
    });
    const title = [name, `${name} (auto)`, `${name} auto-generated`, `${name} autos`, `${name} ASR`, `${name} 自动`];
    return `${places.join(', ')}; automatic: ${title.map((one) => (isAutomatic({ title: one }) ? 'x' : '·')).join('')}`;
  });
});
