import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAppError } from '#lib/app-error.ts';
import { fileNameOf } from '#lib/file-name.ts';
import { bilingualFile, subtitleFile } from './subtitle-file.ts';

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    return findAppError(error)?.code;
  }
  return undefined;
}

const subtitles = [{ id: 0, startMs: 1500, endMs: 3000, text: '你好' }];

describe('CON-04 downloading subtitles', () => {
  it('a missing content id and empty subtitles are errors of their own', () => {
    expect(codeOf(() => subtitleFile({ contentId: undefined, title: 't', subtitles }, 'srt'))).toBe('content_id_missing');
    expect(codeOf(() => subtitleFile({ contentId: 'x', title: 't', subtitles: [] }, 'srt'))).toBe('subtitles_missing');
  });

  it('gives a file of each kind, named like the content', () => {
    const files = (['srt', 'vtt', 'txt'] as const).map((format) =>
      subtitleFile({ contentId: 'x', title: '标题', subtitles }, format),
    );
    expect(files.map((file) => file.name)).toEqual(['标题.srt', '标题.vtt', '标题.txt']);
    expect(files[0]?.text).toContain('00:00:01,500 --> 00:00:03,000');
    expect(files[1]?.text).toMatch(/^WEBVTT/);
    for (const file of files) expect(file.text).toContain('你好');
  });
});

describe('file names', () => {
  it.each([
    ['../../etc/passwd', 'etc passwd.md'],
    ['a\u202egnp.exe', 'a gnp.exe.md'],
    ['   ', 'content.md'],
    ['...', 'content.md'],
    ['Talk: "How?" <1>', 'Talk How 1.md'],
  ])('%j becomes %j', (title, name) => {
    expect(fileNameOf(title, 'md')).toBe(name);
  });

  it('never holds a separator, a leading dot or half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        const name = fileNameOf(title, 'png');
        expect(name).not.toMatch(/[\\/:*?"<>|]|^\./);
        expect(name.isWellFormed()).toBe(true);
        expect(name.length).toBeLessThanOrEqual(84);
      }),
    );
  });
});

describe('CON-04 both languages in one file', () => {
  const content = {
    contentId: 'x',
    title: 'Talk',
    subtitles: [
      { id: 0, startMs: 0, endMs: 1000, text: 'One' },
      { id: 1, startMs: 1000, endMs: 2000, text: 'Two' },
    ],
    lines: ['一', null],
    language: 'zh',
  };

  it('the translation stands under its line; a line without one stands alone', () => {
    const file = bilingualFile(content, 'srt');
    expect(file.name).toBe('Talk (+zh).srt');
    expect(file.text.split('\r\n')).toEqual([
      '1',
      '00:00:00,000 --> 00:00:01,000',
      'One',
      '一',
      '',
      '2',
      '00:00:01,000 --> 00:00:02,000',
      'Two',
      '',
    ]);
    expect(bilingualFile(content, 'txt').text).toBe('One\n一\nTwo\n');
    expect(bilingualFile(content, 'vtt').text).toContain('One\n一\n');
  });
});
