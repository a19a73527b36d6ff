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
} from '../../../tests/harness/make-tracks.ts';
import type { SubtitleCue } from '../raw-content.ts';
import type { ResolveContext } from '../sources/source.ts';
import { parseSubtitles } from './parse-subtitles.ts';
import { type CaptionCandidate, takeTrusted } from './take-trusted.ts';
import { judgeCues } from './trust.ts';

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
      { numRuns: runs },
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
