import { describe, expect, it } from 'vitest';
import { contentTypeOf } from './content-type.ts';

const minute = 60_000;

describe('SUM-06 contentTypeOf', () => {
  it.each([
    ['a file is local whatever it holds', { isFile: true, kind: 'video', durationMs: minute }, 'local'],
    ['a file that was not read yet', { isFile: true, kind: null, durationMs: null }, 'local'],
    ['sound behind a link', { isFile: false, kind: 'audio', durationMs: minute }, 'audio'],
    ['a video of two hours', { isFile: false, kind: 'video', durationMs: 120 * minute }, 'longVideo'],
    ['a video just under the line', { isFile: false, kind: 'video', durationMs: 5 * minute - 1 }, 'shortVideo'],
    ['a video on the line', { isFile: false, kind: 'video', durationMs: 5 * minute }, 'longVideo'],
    ['a video of unknown length', { isFile: false, kind: 'video', durationMs: null }, 'longVideo'],
    ['a page', { isFile: false, kind: 'page', durationMs: null }, 'online'],
    ['a document behind a link', { isFile: false, kind: 'document', durationMs: null }, 'online'],
    ['a link that was not read yet', { isFile: false, kind: null, durationMs: null }, 'online'],
  ] as const)('%s', (_what, source, type) => {
    expect(contentTypeOf(source, 5 * minute)).toBe(type);
  });

  it('calls no video short with a limit of 0', () => {
    expect(contentTypeOf({ isFile: false, kind: 'video', durationMs: 1 }, 0)).toBe('longVideo');
  });
});
