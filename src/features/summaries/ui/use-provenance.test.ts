import { describe, expect, it } from 'vitest';
import { languageName, parseEmbeddedTrack } from './use-provenance.ts';

describe('provenance', () => {
  it('reads the name of a track inside a file', () => {
    expect(parseEmbeddedTrack('embedded track 2 (zh)')).toEqual({ number: 2, language: 'zh' });
    expect(parseEmbeddedTrack('embedded track 1')).toEqual({ number: 1, language: null });
    expect(parseEmbeddedTrack('talk.srt')).toBeNull();
  });

  it('names languages in the reader’s words', () => {
    expect(languageName('zh', 'zh-CN')).toBe('中文');
    expect(languageName('en', 'en')).toBe('English');
    expect(languageName('not a tag', 'en')).toBe('not a tag');
  });
});
