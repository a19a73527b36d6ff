import { describe, expect, test } from 'vitest';
import type { MediaSubtitleTrack } from '../../raw-content.ts';
import { baseLanguage, chooseTrack } from './rank-embedded-tracks.ts';

function track(index: number, given: Partial<MediaSubtitleTrack> & { count?: number } = {}): MediaSubtitleTrack {
  const { count = 10, ...rest } = given;
  const cues = Array.from({ length: count }, (_none, at) => ({ startMs: at * 1000, endMs: at * 1000 + 900, text: `line ${at}` }));
  const plain = { language: null, title: null, codec: 'subrip', isDefault: false, isForced: false, isHearingImpaired: false };
  return { index, ...plain, cues, ...rest };
}

const choose = (tracks: MediaSubtitleTrack[], spoken: string | null = null) => chooseTrack(tracks, spoken)?.index;

describe('SUM-04 the choice of an embedded track', () => {
  test('is none when no track has a cue', () => {
    expect(choose([track(1, { count: 0 })])).toBeUndefined();
    expect(choose([])).toBeUndefined();
  });

  test('is the first of equal tracks', () => {
    expect(choose([track(4), track(2), track(3)])).toBe(2);
  });

  test('prefers people to machines, even in another language', () => {
    expect(choose([track(1, { title: 'English (auto-generated)', language: 'eng' }), track(2, { language: 'fre' })], 'eng')).toBe(
      2,
    );
    expect(choose([track(1, { title: '自动生成' }), track(2)])).toBe(2);
  });

  test('prefers the spoken language to a translation, in any code', () => {
    expect(choose([track(1, { language: 'eng', isDefault: true }), track(2, { language: 'zho' })], 'chi')).toBe(2);
  });

  test('prefers the default', () => {
    expect(choose([track(1), track(2, { isDefault: true })])).toBe(2);
  });

  test('prefers plain tracks to those for the hearing impaired', () => {
    expect(choose([track(1, { isHearingImpaired: true }), track(2)])).toBe(2);
    expect(choose([track(1, { isHearingImpaired: true }), track(2, { count: 0 })])).toBe(1);
  });

  test('skips signs, forced lines and commentary while speech is there', () => {
    expect(choose([track(1, { isForced: true, isDefault: true }), track(2)])).toBe(2);
    expect(choose([track(1, { title: "Director's commentary", isDefault: true }), track(2)])).toBe(2);
    expect(choose([track(1, { count: 12, isDefault: true }), track(2, { count: 400 })])).toBe(2);
  });
});

test('reads language tags', () => {
  expect(['eng', 'en-US', 'zh_Hans', 'chi', 'xyz', '', null].map(baseLanguage)).toEqual([
    'en',
    'en',
    'zh',
    'zh',
    'xyz',
    null,
    null,
  ]);
});
