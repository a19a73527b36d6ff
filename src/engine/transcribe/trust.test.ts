import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../../../tests/harness/compute-here.ts';
import {
  chanceOf,
  damages,
  type MadeTrack,
  rolling,
  sentence,
  toSrt,
  trackLanguages,
  wholeTrack,
} from '../../../tests/harness/files/make-tracks.ts';
import type { SubtitleCue } from '../raw-content.ts';
import type { ResolveContext } from '../sources/source.ts';
import { parseSubtitles } from './parse-subtitles.ts';
import { type CaptionCandidate, takeTrusted } from './take-trusted.ts';
import { isDamagedText } from './trust/damage.ts';
import { judgeCues, linesOfTrack, type TrackLines } from './trust.ts';

const unused = new Proxy({}, { get: () => () => undefined });

function contextWith(signal: AbortSignal): ResolveContext {
  return { ports: { compute: computeHere } as ResolveContext['ports'], progress: unused as ResolveContext['progress'], signal };
}

const context = contextWith(new AbortController().signal);

function candidate(load: CaptionCandidate['load'], more: Partial<CaptionCandidate> = {}): CaptionCandidate {
  return { track: 'track', origin: 'human', language: null, load, ...more };
}

function cuesOf(given: SubtitleCue[] | Uint8Array): SubtitleCue[] {
  return given instanceof Uint8Array ? parseSubtitles(given, 'track.srt').cues : given;
}

const zWhole = fc.record({
  language: fc.constantFrom(...trackLanguages),
  seconds: fc.integer({ min: 420, max: 5400 }),
  seed: fc.integer({ min: 1, max: 2 ** 31 }),
});

function make({ language, seconds, seed }: { language: string; seconds: number; seed: number }): MadeTrack {
  return wholeTrack(language, seconds, chanceOf(seed));
}

describe('SUM-02 damaged caption tracks', () => {
  const kinds = Object.entries(damages);
  const runs = Math.ceil(500 / kinds.length);

  it.each(kinds)(`%s: none of ${runs} is taken, and the next track is`, async (_kind, damage) => {
    await fc.assert(
      fc.asyncProperty(zWhole, async (facts) => {
        const whole = make(facts);
        const ruined = damage(whole, chanceOf(facts.seed + 1));
        const { transcript, rejected } = await takeTrusted(
          [
            candidate(async () => cuesOf(ruined), { track: 'ruined', language: facts.language }),
            candidate(async () => whole.cues, { track: 'whole', origin: 'automatic', language: facts.language }),
          ],
          { durationMs: whole.durationMs },
          context,
        );
        expect(transcript?.provenance.track).toBe('whole');
        expect(rejected.map(({ track }) => track)).toEqual(['ruined']);
      }),
      {
        numRuns: runs,
        examples: [[{ language: 'de', seconds: 420, seed: 808225034 }], [{ language: 'en', seconds: 420, seed: 202882751 }]],
      },
    );
  });

  it.each([1_000_000, 400_000])('%i cues are refused without being read', (count) => {
    const cues = Array.from({ length: count }, (_, index) => ({
      startMs: index * 30,
      endMs: index * 30 + 20,
      text: `word ${index}`,
    }));
    expect(judgeCues(cues, { durationMs: null, claimedLanguage: 'en' })).toBe('too_many_words');
    expect(judgeCues(cues, { durationMs: 600_000, claimedLanguage: 'en' })).not.toBeNull();
  });
});

describe('SUM-02 marks that were read in a wrong charset', () => {
  const cuesWith = (marks: number, letters: number): SubtitleCue[] =>
    Array.from({ length: 40 }, (_, index) => ({
      startMs: index * 5000,
      endMs: index * 5000 + 4000,
      text: `${index < marks ? 'â€' : ''}${'wer weiss was morgen alles noch so kommt '
        .repeat(9)
        .replaceAll(' ', '')
        .slice(0, letters / 40)}`,
    }));

  it.each([
    [10, 1960, true],
    [10, 2040, false],
    [9, 1760, false],
  ])('%i marks among %i letters: damaged %s', (marks, letters, damaged) => {
    const text = cuesWith(marks, letters)
      .map((cue) => cue.text)
      .join('\n');
    expect(isDamagedText(text)).toBe(damaged);
  });
});

describe('SUM-02 words that were read in a wrong charset', () => {
  const russian = 'Мы говорили о том, как старая печь держит тепло всю ночь и почему это важно. ';
  const misread = new TextDecoder('windows-1251').decode(new TextEncoder().encode(russian));

  it('are told from Russian itself, from forty letters on', () => {
    expect(isDamagedText(russian)).toBe(false);
    expect(isDamagedText(misread)).toBe(true);
    const letters = (text: string) => text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
    const cut = Array.from({ length: misread.length }, (_, end) => misread.slice(0, end));
    const longest = cut.findLast((text) => letters(text) === 39) ?? '';
    const shortest = cut.find((text) => letters(text) === 40) ?? '';
    expect([isDamagedText(longest), isDamagedText(shortest)]).toEqual([false, true]);
  });
});

describe('SUM-02 whole caption tracks', () => {
  const shapes: [string, (track: MadeTrack) => SubtitleCue[]][] = [
    ['as they are', (track) => track.cues],
    ['rolling', (track) => rolling(track).cues],
    ['in any order', (track) => track.cues.toReversed()],
    ['through a file', (track) => parseSubtitles(new TextEncoder().encode(toSrt(track.cues))).cues],
    ['unpunctuated', (track) => track.cues.map((cue) => ({ ...cue, text: cue.text.replace(/[.,。，]/g, '').toLowerCase() }))],
    ['every third cue only', (track) => track.cues.filter((_, index) => index % 3 === 0)],
    ['with sounds between', (track) => track.cues.map((cue, index) => (index % 3 ? cue : { ...cue, text: '[Music]' }))],
    ['with an English line under each', (track) => bilingual(track)],
    ['with a last cue that lingers', (track) => track.cues.map((cue) => ({ ...cue, endMs: cue.endMs + 20_000 }))],
  ];

  it.each(shapes)('%s: all are taken', (_shape, shape) => {
    fc.assert(
      fc.property(zWhole, fc.boolean(), (facts, knownLength) => {
        const track = make(facts);
        const durationMs = knownLength ? track.durationMs : null;
        expect(judgeCues(shape(track), { durationMs, claimedLanguage: facts.language })).toBeNull();
      }),
      { numRuns: 30 },
    );
  });

  function bilingual(track: MadeTrack): SubtitleCue[] {
    const chance = chanceOf(7);
    return track.cues.map((cue) => ({ ...cue, text: `${cue.text}\n${sentence('en', chance)}` }));
  }

  it('accepts a short clip with little speech', () => {
    const cues = [
      { startMs: 2000, endMs: 4000, text: 'Watch this.' },
      { startMs: 50_000, endMs: 52_000, text: 'There it goes.' },
    ];
    expect(judgeCues(cues, { durationMs: 60_000, claimedLanguage: 'en' })).toBeNull();
  });

  it('accepts a claimed language that cannot be checked', () => {
    const { cues, durationMs } = make({ language: 'en', seconds: 600, seed: 3 });
    for (const claimedLanguage of ['tlh', 'und', 'zh-Latn', 'a.en', 'eng', 'en-GB'])
      expect(judgeCues(cues, { durationMs, claimedLanguage })).toBeNull();
  });
});

describe('names the fault', () => {
  const { cues, durationMs } = make({ language: 'zh', seconds: 1200, seed: 11 });
  const facts = { durationMs, claimedLanguage: 'zh-Hans' };
  const text = (change: (text: string, index: number) => string) =>
    cues.map((cue, index) => ({ ...cue, text: change(cue.text, index) }));

  it.each([
    ['empty', []],
    ['empty', text(() => '<b> </b>')],
    ['mostly_music', text(() => '【音乐】')],
    ['mostly_music', text((line, index) => (index % 20 ? '♪♪' : line))],
    ['cut_short', cues.slice(0, cues.length / 2)],
    [
      'other_video',
      [...cues, ...cues.map((cue) => ({ ...cue, startMs: cue.startMs + durationMs, endMs: cue.endMs + durationMs }))],
    ],
    ['beyond_media', [...cues, { startMs: durationMs + 60_000, endMs: durationMs + 62_000, text: '再见' }]],
    ['repeated', text((line, index) => (index < 100 ? line : '谢谢大家观看这个视频'))],
    ['other_language', make({ language: 'en', seconds: 1200, seed: 4 }).cues],
    ['too_few_words', cues.filter((_, index) => index % 25 === 0)],
    ['damaged', text((line) => line.replace(/[一-龥]/g, '\ufffd'))],
  ] as const)('%s', (fault, damaged) => {
    expect(judgeCues(damaged, facts)).toBe(fault);
  });
});

describe('SUM-02 cues past the end', () => {
  const { cues, durationMs } = make({ language: 'en', seconds: 1200, seed: 12 });
  const late = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      startMs: durationMs + 2501 + index * 4000,
      endMs: durationMs + 5000 + index * 4000,
      text: 'Thanks for watching this.',
    }));
  const lines = (given: SubtitleCue[]) => linesOfTrack({ cues: given, facts: { durationMs, claimedLanguage: 'en' } });
  const whole = lines(cues);

  it('are left out and counted where they are a few strays', () => {
    expect(whole).toMatchObject({ lateCues: 0 });
    for (const count of [1, 3]) expect(lines([...cues, ...late(count)])).toEqual({ ...(whole as TrackLines), lateCues: count });
  });

  it('make the track unusable where there are more, or where they are many of its cues', () => {
    expect(lines([...cues, ...late(4)])).toBe('beyond_media');
    const sparse = cues.filter((_, index) => index % 8 === 0).slice(0, 38);
    expect(lines([...sparse, ...late(3)])).toBe('other_video');
  });

  it('of a taken track are told with the transcript', async () => {
    const load = async () => [...cues, ...late(2)];
    const { transcript } = await takeTrusted([candidate(load, { track: 'a', language: 'en' })], { durationMs }, context);
    expect(transcript?.provenance).toEqual({ origin: 'human', track: 'a', lateCues: 2 });
  });
});

describe('trying one track after the other', () => {
  const good = make({ language: 'en', seconds: 600, seed: 5 });
  const facts = { durationMs: good.durationMs };

  it('returns the fault of each rejected track', async () => {
    const { transcript, rejected } = await takeTrusted(
      [
        candidate(async () => 'other_video', { track: 'a' }),
        candidate(() => Promise.reject(new AppError('fetch_status')), { track: 'b' }),
        candidate(() => Promise.reject(new AppError('subtitles_empty')), { track: 'c' }),
        candidate(async () => good.cues, { track: 'd', origin: 'automatic', language: 'en' }),
        candidate(() => Promise.reject(new Error('is never asked')), { track: 'e' }),
      ],
      facts,
      context,
    );
    expect(rejected).toEqual([
      { track: 'a', fault: 'other_video' },
      { track: 'b', fault: 'unavailable' },
      { track: 'c', fault: 'empty' },
    ]);
    expect(transcript).toMatchObject({ timed: true, language: 'en', provenance: { origin: 'automatic', track: 'd', rejected } });
    expect(transcript?.segments.length).toBeGreaterThan(20);
  });

  it('returns no transcript without a trusted track, and no faults when the first is trusted', async () => {
    const none = await takeTrusted([candidate(async () => [], { track: 'a' })], facts, context);
    expect(none).toEqual({ transcript: null, rejected: [{ track: 'a', fault: 'empty' }] });
    const first = await takeTrusted([candidate(async () => good.cues)], facts, context);
    expect(first.transcript?.provenance).toEqual({ origin: 'human', track: 'track' });
  });

  it('takes the wanted track before all others, with its fault', async () => {
    const told: unknown[] = [];
    const wanting = (wantedTrack: string | null) => ({
      ...context,
      wantedTrack,
      onRejected: (tracks: unknown) => told.push(tracks),
    });
    const looping = Array.from({ length: 200 }, (_, n) => ({
      startMs: n * 3000,
      endMs: n * 3000 + 2900,
      text: 'The same again.',
    }));
    const tracks = [
      candidate(async () => looping, { track: 'a' }),
      candidate(async () => looping, { track: 'b' }),
      candidate(async () => [], { track: 'c' }),
      candidate(async () => [{ startMs: Number.NaN, endMs: 1, text: 'No time.' }], { track: 'd' }),
    ];
    const taken = await takeTrusted(tracks, facts, wanting('b'));
    expect(taken.transcript?.provenance).toEqual({ origin: 'human', track: 'b', untrusted: 'repeated' });
    expect(taken.transcript?.segments.length).toBeGreaterThan(0);
    expect(told).toEqual([]);
    const rejected = [
      { track: 'a', fault: 'repeated' },
      { track: 'b', fault: 'repeated' },
      { track: 'c', fault: 'empty' },
      { track: 'd', fault: 'damaged' },
    ];
    const order = (first: string) => [...rejected].sort((a, b) => Number(b.track === first) - Number(a.track === first));
    expect(await takeTrusted(tracks, facts, wanting('c'))).toEqual({ transcript: null, rejected: order('c') });
    expect(await takeTrusted(tracks, facts, wanting('d'))).toEqual({ transcript: null, rejected: order('d') });
    expect(await takeTrusted(tracks, facts, wanting(null))).toEqual({ transcript: null, rejected });
    expect(told).toEqual([order('c'), order('d'), rejected]);
    const good2 = await takeTrusted([candidate(async () => good.cues, { track: 'e', language: 'en' })], facts, wanting('e'));
    expect(good2.transcript?.provenance).toEqual({ origin: 'human', track: 'e' });
  });

  it('throws `cancelled` instead of a fault', async () => {
    const stop = new AbortController();
    const work = takeTrusted(
      [
        candidate(() => {
          stop.abort();
          return Promise.reject(new AppError('fetch_failed'));
        }),
        candidate(async () => good.cues),
      ],
      facts,
      contextWith(stop.signal),
    );
    await expect(work).rejects.toThrow();
  });
});

/** Test sets that may lie beside the checkout: long transcripts of real meetings, in two languages. */
const beside = new URL('../../../../shared/fixtures/long/', import.meta.url);

describe.skipIf(!existsSync(beside))('SUM-02 real transcripts', () => {
  it.each(['en', 'zh'])('all of %s are taken whole, and none cut or stretched', (language) => {
    const folder = new URL(`${language}/`, beside);
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.srt'))) {
      const { cues } = parseSubtitles(readFileSync(new URL(name, folder)), name);
      const facts = { durationMs: (cues.at(-1)?.endMs ?? 0) + 2000, claimedLanguage: language };
      expect(judgeCues(cues, facts), name).toBeNull();
      expect(judgeCues(cues.slice(0, cues.length / 2), facts), name).toBe('cut_short');
      const stretched = cues.map((cue) => ({ ...cue, startMs: cue.startMs * 1.2, endMs: cue.endMs * 1.2 }));
      expect(judgeCues(stretched, facts), name).not.toBeNull();
      expect(judgeCues(cues, { ...facts, claimedLanguage: language === 'en' ? 'zh' : 'en' }), name).toBe('other_language');
      expect(judgeCues(cues, { ...facts, claimedLanguage: 'de' }), name).toBe('other_language');
    }
  });
});
