import { expect, test } from 'vitest';
import { readHeadMetadata } from './head-metadata.ts';

function languageOf(title: string, lang?: string): string | null {
  const html = `<html${lang === undefined ? '' : ` lang="${lang}"`}><head><title>${title}</title></head><body></body></html>`;
  return readHeadMetadata(html, 'https://example.org/').language;
}

test('SUM-02 the language of a page is that of its title where it has a few words', () => {
  expect(languageOf('The stone barn')).toBe('en');
  expect(languageOf('河边的粮仓', 'en')).toBe('zh');
  expect(languageOf('The stone barn', 'zh-CN')).toBe('en');
  expect(languageOf('La grange de pierre', 'fr')).toBe('fr');
  expect(languageOf('川辺の穀物倉庫', 'ja')).toBe('ja');
});

test('SUM-02 the language of a page with a short title is the declared one, or unknown', () => {
  expect(languageOf('Stone barn', 'ZH-cn')).toBe('zh');
  expect(languageOf('Stone barn')).toBeNull();
  expect(languageOf('Stone barn', 'english')).toBeNull();
  expect(languageOf('Каменный амбар у реки')).toBeNull();
});
