import { describe, expect, test } from 'vitest';
import type { MediaSubtitleTrack } from '../../raw-content.ts';
import { baseLanguage, chooseTrack } from './choose-track.ts';

function track(index: number, given: Partial<MediaSubtitleTrack> & { count?: number } = {}): MediaSubtitleTrack {
  const { count = 10, ...rest } = given;
  const cues = Array.from({ length: count }, (_none, at) => ({ startMs: at * 1000, endMs: at * 1000 + 900, text: `line ${at}` }));
  const plain = { language: null, title: null, codec: 'subrip', isDefault: false, isForced: false, isHearingImpaired: false };
  return { index, ...plain, cues, ...rest };
}

const choose = (tracks: MediaSubtitleTrack[], spoken: string | null = null) => chooseTrack(tracks, spoken)?.index;

describe('SUM-04 which embedded track a note rests on', () => {
  test('none when no track has a cue', () => {
    expect(choose([track(1, { count: 0 })])).toBeUndefined();
    expect(choose([])).toBeUndefined();
  });

  test('the first, when nothing tells them apart', () => {
    expect(choose([track(4), track(2), track(3)])).toBe(2);
  });

  test('people before machines, even when the machine speaks the language', () => {
    expect(choose([track(1, { title: 'English (auto-generated)', language: 'eng' }), track(2, { language: 'fre' })], 'eng')).toBe(
      2,
    );
    expect(choose([track(1, { title: '自动生成' }), track(2)])).toBe(2);
  });

  test('what is spoken before a translation, whichever code names it', () => {
    expect(choose([track(1, { language: 'eng', isDefault: true }), track(2, { language: 'zho' })], 'chi')).toBe(2);
  });

  test('the default before the rest', () => {
    expect(choose([track(1), track(2, { isDefault: true })])).toBe(2);
  });

  test('plain before hearing impaired, but that before nothing', () => {
    expect(choose([track(1, { isHearingImpaired: true }), track(2)])).toBe(2);
    expect(choose([track(1, { isHearingImpaired: true }), track(2, { count: 0 })])).toBe(1);
  });

  test('never signs, forced lines or commentary while the speech itself is there', () => {
    expect(choose([track(1, { isForced: true, isDefault: true }), track(2)])).toBe(2);
    expect(choose([track(1, { title: "Director's commentary", isDefault: true }), track(2)])).toBe(2);
    expect(choose([track(1, { count: 12, isDefault: true }), track(2, { count: 400 })])).toBe(2);
  });
});

test('language tags', () => {
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
