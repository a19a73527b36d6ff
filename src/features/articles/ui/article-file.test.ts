import { describe, expect, it } from 'vitest';
import { findAppError } from '#lib/app-error.ts';
import { articleFile } from './article-file.ts';

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    return findAppError(error)?.code;
  }
  return undefined;
}

describe('CON-05 downloading the article', () => {
  it('needs an article', () => {
    expect(codeOf(() => articleFile({ title: 't', markdown: null }))).toBe('article_missing');
    expect(codeOf(() => articleFile({ title: 't', markdown: ' \n' }))).toBe('article_missing');
    expect(articleFile({ title: 'a/b', markdown: '# x' })).toMatchObject({ name: 'a b.md', text: '# x' });
  });
});
