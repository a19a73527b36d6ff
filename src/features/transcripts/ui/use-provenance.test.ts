import { describe, expect, it } from 'vitest';
import { htmlLang } from '#lib/text/html-lang.ts';
import { languageName, parseEmbeddedTrack, parseRecogniser } from './use-provenance.ts';

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
