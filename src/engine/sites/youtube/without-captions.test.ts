import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { type FakeVideo, json3, refusals, watchPage } from '../../../../tests/harness/sites/youtube.ts';
import { cues, freshYoutube, id, video } from '../../../../tests/harness/sites/youtube-source.ts';
import type { EnginePorts, SpeechPort, YtDlp, YtDlpVideo } from '../../ports.ts';

const site = freshYoutube();

describe('without captions', () => {
  const silent: FakeVideo = { ...video, tracks: [], chapters: undefined } as FakeVideo;
  const words = 'The oven keeps its heat for eleven hours and three teams measured it in the valley. '.repeat(4);
  const described: YtDlpVideo = {
    extractor: 'Youtube',
    id,
    title: 'Fire and Ash',
    author: 'Valley Films',
    description: words,
    publishedAt: null,
    durationMs: 305_000,
    coverUrl: null,
    pageUrl: null,
    language: 'en',
    chapters: [],
    tracks: [],
    live: 'no',
    availability: 'public',
    type: 'video',
  };

  function fakeYtDlp(over: Partial<YtDlp>): { ytDlp: YtDlp } {
    const unused = async (): Promise<never> => {
      throw new AppError('ytdlp_failed');
    };
    return {
      ytDlp: {
        version: async () => '2026.08.19',
        describe: async () => described,
        subtitles: unused,
        withAudio: unused,
        list: unused,
        ...over,
      },
    };
  }

  test('SUM-02 takes yt-dlp’s original subtitles instead of a translation', async () => {
    site.onPage(watchPage(silent));
    const tracks = [
      { id: 'en', language: 'en', name: 'English', automatic: true },
      { id: 'en-orig', language: 'en', name: 'English (Original)', automatic: true },
    ];
    const asked: string[] = [];
    const extracted = await site.resolve(
      fakeYtDlp({
        describe: async () => ({ ...described, tracks }),
        subtitles: async (_url, track) => {
          asked.push(track.id);
          return { format: 'json3', bytes: new TextEncoder().encode(String(json3(cues).body)) };
        },
      }),
    );
    expect(asked).toEqual(['en-orig']);
    expect(extracted).toMatchObject({
      problem: null,
      transcript: { provenance: { origin: 'automatic', track: 'English (Original) (yt-dlp)' } },
    });
  });

  test('SUM-02 uses the labelled description without a recogniser, and says what is missing', async () => {
    site.onPage(watchPage({ ...silent, description: words }));
    let downloads = 0;
    const withAudio = async (): Promise<never> => {
      downloads++;
      throw new AppError('ytdlp_failed');
    };
    const extracted = await site.resolve(fakeYtDlp({ withAudio }));
    expect(extracted.transcript).toMatchObject({ timed: false, provenance: { origin: 'description' } });
    expect(extracted.problem).toBe('speech_not_configured');
    expect(extracted.embed).toEqual({ player: 'youtube', id });
    expect(downloads).toBe(0);
  });

  test('SUM-02 SUM-04 transcribes the sound', async () => {
    site.onPage(watchPage({ ...silent, seconds: 4 }));
    const speech: SpeechPort = {
      engineFor: async () => ({
        id: 'remote:test',
        maxPieceSeconds: 30,
        parallel: 1,
        recognise: async () => ({
          language: 'en',
          segments: [{ startMs: 0, endMs: 3000, text: 'The oven keeps its heat for eleven hours.' }],
        }),
      }),
    };
    const media = {
      async *sound() {
        // Four seconds of a tone at 16 kHz, so that there is something to hear.
        const samples = Int16Array.from({ length: 64_000 }, (_, index) => Math.round(8000 * Math.sin(index / 6)));
        yield new Uint8Array(samples.buffer);
      },
    };
    const extracted = await site.resolve({
      ...fakeYtDlp({ withAudio: async (_url, _options, work) => work('/nowhere/sound.webm') }),
      speech,
      media: media as Partial<EnginePorts['media']> as EnginePorts['media'],
    });
    expect(extracted.transcript).toMatchObject({ provenance: { origin: 'speech', track: 'remote:test' } });
    expect(extracted.problem).toBeNull();
  });

  test('SUM-07 keeps the record with its player and the reason when everything fails', async () => {
    site.onPage(watchPage(silent));
    const missing = await site.resolve();
    expect(missing).toMatchObject({ transcript: null, problem: 'ytdlp_missing', title: 'Fire and Ash', embed: { id } });
    expect(await site.resolve(fakeYtDlp({ describe: async () => Promise.reject(new AppError('ytdlp_failed')) }))).toMatchObject({
      transcript: null,
      problem: 'video_no_words',
    });
  });

  test('SUM-07 reports the bot check when captions need a proof of origin and nothing else works', async () => {
    site.onPage(watchPage({ ...video, tracks: [{ language: 'en', name: 'English', gated: true }] }));
    site.onPlayer({});
    const extracted = await site.resolve(fakeYtDlp({ describe: async () => Promise.reject(new AppError('ytdlp_failed')) }));
    expect(extracted).toMatchObject({ problem: 'site_bot_check', transcript: null });
    expect(site.internet.requests).not.toContain('www.youtube.com/api/timedtext');
  });

  test('uses yt-dlp when only our requests meet a bot check', async () => {
    site.onPage(watchPage({ id, status: refusals.bot }));
    site.onPlayer({});
    const extracted = await site.resolve(fakeYtDlp({}));
    expect(extracted).toMatchObject({ title: 'Fire and Ash', problem: 'speech_not_configured', durationMs: 305_000 });
  });
});
