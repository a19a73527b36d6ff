import { describe, expect, it } from 'vitest';
import { findAppError } from '#lib/app-error.ts';
import { articleFile } from './article-file.ts';

const textOf = (articleMarkdown: string, articleImages: string[] = []) => ({ articleMarkdown, articleImages, paragraphs: [] });

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
    expect(codeOf(() => articleFile({ title: 't', text: null }))).toBe('article_missing');
    expect(codeOf(() => articleFile({ title: 't', text: textOf(' \n') }))).toBe('article_missing');
    expect(articleFile({ title: 'a/b', text: textOf('# x') })).toMatchObject({ name: 'a b.md', text: '# x' });
  });

  it('has its pictures by their own addresses, not by those of the server', () => {
    const markdown = 'A ![b \\[c\\]](/api/contents/1a-2b/images/1) and ![gone](/api/contents/1a-2b/images/7).';
    const images = ['https://a.example/0.png', 'https://a.example/1(x).png'];
    expect(articleFile({ title: 't', text: textOf(markdown, images) }).text).toBe(
      'A ![b \\[c\\]](https://a.example/1(x).png) and gone.',
    );
  });
});
