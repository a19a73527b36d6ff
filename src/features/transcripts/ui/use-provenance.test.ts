import { describe, expect, it } from 'vitest';
import { htmlLang } from '#lib/text/html-lang.ts';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { transcripts } from '../words/en.ts';
import { languageName, parseEmbeddedTrack, parseRecogniser, useProvenance, useTrackName } from './use-provenance.ts';

describe('provenance', () => {
  it('reads the name of a track inside a file', () => {
    expect(parseEmbeddedTrack('embedded track 2 (zh)')).toEqual({ number: 2, language: 'zh' });
    expect(parseEmbeddedTrack('embedded track 1')).toEqual({ number: 1, language: null });
    expect(parseEmbeddedTrack('talk.srt')).toBeNull();
  });

  it('tells who listened, and where', () => {
    expect(parseRecogniser('remote:whisper-1')).toEqual({ place: 'remote', model: 'whisper-1' });
    expect(parseRecogniser('remote:org/model:tag')).toEqual({ place: 'remote', model: 'org/model:tag' });
    expect(parseRecogniser('local:sense-voice')).toEqual({ place: 'local', model: 'sense-voice' });
    expect(parseRecogniser('elsewhere:x')).toBeNull();
    expect(parseRecogniser('English')).toBeNull();
  });

  it.each([
    ['eng', 'en'],
    ['zho', 'zh'],
    ['zh_CN', 'zh-CN'],
    ['und', undefined],
    ['not a tag', undefined],
    [null, undefined],
  ])('the language %j is %j for the page', (tag, lang) => {
    expect(htmlLang(tag)).toBe(lang);
  });

  it('names languages in the reader’s words', () => {
    expect(languageName('zh', 'zh-CN')).toBe('中文');
    expect(languageName('en', 'en')).toBe('English');
    expect(languageName('not a tag', 'en')).toBe('not a tag');
  });
});

type Detail = Parameters<typeof useProvenance>[0];

async function said(provenance: object | null, language: string | null = null) {
  const page = openPage({ words: { transcripts } });
  return (await page.render(() => useProvenance({ provenance, language } as Detail), null)).now;
}

describe('the source of a note’s text', () => {
  it('is nothing, a page, a document, a description or speech', async () => {
    expect([
      await said(null),
      await said({ origin: 'page', track: '' }),
      await said({ origin: 'document', track: '' }),
      await said({ origin: 'description', track: '' }),
      await said({ origin: 'speech', track: 'remote:whisper-1' }),
      await said({ origin: 'speech', track: 'local:sense-voice' }),
      await said({ origin: 'speech', track: 'somebody' }),
    ]).toEqual([
      null,
      'Based on the web page',
      'Based on the document',
      'Based on the description only; no transcript available',
      'Speech recognition · whisper-1 (remote service)',
      'Speech recognition · sense-voice (on this server)',
      'Speech recognition · somebody',
    ]);
  });

  it('is a subtitle track, with its language where the name does not say it', async () => {
    expect([
      await said({ origin: 'human', track: 'Some track' }, 'en'),
      await said({ origin: 'human', track: 'English (UK)' }, 'en'),
      await said({ origin: 'human', track: 'Some track' }),
      await said({ origin: 'human', track: 'embedded track 2 (zho)' }, 'en'),
      await said({ origin: 'human', track: 'embedded track 2' }, 'en'),
      await said({ origin: 'human', track: 'uploaded subtitles (talk.srt)' }),
      await said({ origin: 'human', track: 'published transcript' }),
      await said({ origin: 'human', track: 'subtitles for signed-in viewers' }),
      await said({ origin: 'human', track: 'sound of the video' }),
    ]).toEqual([
      'Subtitles: Some track (English)',
      'Subtitles: English (UK)',
      'Subtitles: Some track',
      'Subtitles: from the file (Chinese)',
      'Subtitles: from the file (English)',
      'Subtitles: uploaded subtitles (talk.srt)',
      'Subtitles: published transcript',
      'Subtitles: subtitles for signed-in users',
      'Subtitles: audio of the video',
    ]);
  });

  it('is said to be automatic once, and not to be trusted where it failed a check', async () => {
    expect([
      await said({ origin: 'automatic', track: 'Some track' }),
      await said({ origin: 'automatic', track: 'English (auto-generated)' }),
      await said({ origin: 'automatic', track: '自动' }),
      await said({ origin: 'automatic', track: 'automatic subtitles (English)' }),
      await said({ origin: 'human', track: 'T', lateCues: 1 }),
      await said({ origin: 'human', track: 'T', lateCues: 3, untrusted: 'repeated' }),
    ]).toEqual([
      'Subtitles: Some track (auto-generated)',
      'Subtitles: English (auto-generated)',
      'Subtitles: 自动 (auto-generated)',
      'Subtitles: auto-generated subtitles (English)',
      'Subtitles: T · 1 line past the end skipped',
      'Subtitles: T · 3 lines past the end skipped (failed our checks: repeats itself)',
    ]);
  });

  it('calls a track of a file by its number, among others', async () => {
    const page = openPage({ words: { transcripts } });
    const name = (await page.render(() => useTrackName(), null)).now;
    expect([
      name('embedded track 2 (zho)'),
      name('embedded track 2'),
      name('embedded track 2 (und)'),
      name(' automatic subtitles '),
      name('x'),
    ]).toEqual(['track 2 in the file (Chinese)', 'track 2 in the file', 'track 2 in the file', 'auto-generated subtitles', 'x']);
  });
});
