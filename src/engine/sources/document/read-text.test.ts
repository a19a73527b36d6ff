import { describe, expect, test } from 'vitest';
import { findAppError } from '#lib/app-error.ts';
import { sourceLimits } from '../../text/source-limits.ts';
import { readText } from './read-text.ts';

function read(text: string, name: string): string {
  try {
    return readText({ bytes: new TextEncoder().encode(text), name }).kind;
  } catch (error) {
    return findAppError(error)?.code ?? String(error);
  }
}

const time = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23).replace('.', ',');

/** The speaker changes with each cue, so that no two cues are joined into one line. */
function srt(cues: number): string {
  return Array.from(
    { length: cues },
    (_, i) => `${i + 1}\n${time(i / 2)} --> ${time(i / 2 + 0.4)}\n>> Line number ${i} is said.\n`,
  ).join('\n');
}

describe('SUM-05 texts at their limits', () => {
  test('a subtitle file with too many cues or lines is refused with the limit', () => {
    expect(read(srt(2_000), 'talk.srt')).toBe('subtitles');
    expect(read(srt(sourceLimits.segments + 1), 'talk.srt')).toBe('transcript_too_long');
    expect(read(srt(sourceLimits.cues + 1), 'talk.srt')).toBe('transcript_too_long');
  });

  test('a text or Markdown file with too many characters or paragraphs is refused', () => {
    const words = 'One more sentence about the north. ';
    const long = `${words.repeat(30)}\n\n`;
    const paragraphs = Math.ceil((sourceLimits.characters * 1.05) / long.length);
    for (const name of ['book.txt', 'book.md']) {
      expect(read(long.repeat(100), name)).toBe('text');
      expect(read(long.repeat(paragraphs), name)).toBe('text_too_long');
      expect(read('Word\n\n'.repeat(sourceLimits.segments + 1), name)).toBe('text_too_long');
    }
  });

  test('six megabytes of open emphasis are refused', () => {
    expect(read('*a_'.repeat(2_000_000), 'bomb.md')).toBe('text_too_long');
  });

  test('Markdown of the longest length that is full of marks is read', () => {
    expect(read('*a_ '.repeat(1_000_000), 'bomb.md')).toBe('text');
    expect(read('!['.repeat(2_000_000), 'bomb.md')).toMatch(/^(?:text|document_no_text)$/);
  });
});
