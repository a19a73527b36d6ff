import { expect, test } from 'vitest';
import { cutBlocks } from './blocks.ts';
import { keepPartsWithin } from './parts-within.ts';
import { parseTree } from './tree.ts';

const prose = '<p>The canal was dug by hand, stone by stone, and the town paid for all of it in the end.</p>'.repeat(4);

/** The texts other than the paragraphs that are kept, where the scores kept only the paragraphs. */
function keptParts(html: string, isThread = false): string[] {
  const tree = cutBlocks(parseTree(`<body>${html}</body>`));
  const kept = tree.blocks.map(({ text }) => text.startsWith('The canal'));
  keepPartsWithin(tree, kept, isThread);
  return tree.blocks.filter(({ index, text }) => kept[index] && !text.startsWith('The canal')).map(({ text }) => text);
}

const row = (cells: string[], tag = 'td') => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
const table = `<table><caption>Tides</caption>${row(['Day', 'Water'], 'th')}${row(['3', '4:10'])}</table>`;
const quotation = '<blockquote><p>“We only stopped it from being late,” he said.</p></blockquote>';

test('SUM-09 a table of data between two paragraphs is text of the article', () => {
  expect(keptParts(`${prose}${table}${prose}`)).toEqual(['Tides', 'Day', 'Water', '3', '4:10']);
  expect(keptParts(`${prose}<h2>Tides of May</h2>${table}${prose}`)).toEqual(['Tides', 'Day', 'Water', '3', '4:10']);
  expect(keptParts(`${prose}${table}${prose}`, true)).toHaveLength(5);
});

test('SUM-09 a table beside a short line, beside links or with a few links', () => {
  const short = '<p>The canal is old.</p>';
  expect(keptParts(`${short}${table}${prose}`)).toEqual([]);
  const linked = (links: number) => `<p>The canal ${'has a lock '.repeat(6)}<a href="/b">${'lock '.repeat(links)}</a></p>`;
  expect(keptParts(`${linked(13)}${table}${prose}`)).toHaveLength(5);
  expect(keptParts(`${linked(14)}${table}${prose}`)).toEqual([]);
  const withLinks = (words: string) =>
    `<table>${row(['Day', `<a href="/b">${words}</a>`])}${row(['3 of May', 'at 4 of'])}</table>`;
  expect(keptParts(`${prose}${withLinks('Water of May')}${prose}`)).toHaveLength(4);
  expect(keptParts(`${prose}${withLinks('Water of May and')}${prose}`)).toEqual([]);
});

test.each<[what: string, html: string]>([
  ['with one cell and a break in a row', `${prose}<table>${row(['Day']).replace('</td>', '</td>\n').repeat(5)}</table>${prose}`],
  ['at the end', `${prose}${table}`],
  ['at the beginning', `${table}${prose}`],
  ['with one cell in a row', `${prose}<table>${row(['Day'])}${row(['3'])}${row(['4'])}${row(['5'])}</table>${prose}`],
  ['with one row', `${prose}<table>${row(['Day', 'Water', 'Clock', 'Error'])}</table>${prose}`],
  ['with a table within', `${prose}<table>${row(['Day', table])}${row(['3', '4:10'])}</table>${prose}`],
  ['of links', `${prose}<table>${row(['<a href="/a">May</a>', '<a href="/b">June</a>']).repeat(2)}</table>${prose}`],
  ['larger than the text', `${prose}<table>${row(['Day of the week', 'Height of the water']).repeat(40)}</table>${prose}`],
  ['behind other text', `${prose}<p>${'Another story of the town. '.repeat(5)}</p>${table}${prose}`],
])('SUM-09 a table %s is left to the scores', (_what, html) => {
  expect(keptParts(html)).toEqual([]);
});

test('SUM-09 a quotation between two paragraphs is text of an article', () => {
  expect(keptParts(`${prose}${quotation}${prose}`)).toEqual(['“We only stopped it from being late,” he said.']);
  expect(keptParts(`${prose}${quotation}`)).toEqual([]);
  expect(keptParts(`${quotation}${prose}`)).toEqual([]);
  expect(keptParts(`${prose}${quotation}${prose}`, true)).toEqual([]);
  expect(keptParts(`${prose}${quotation.replace('<blockquote>', '<blockquote class="twitter-tweet">')}${prose}`)).toEqual([]);
  expect(
    keptParts(`${prose}<blockquote><p><a href="/b">We only stopped it from being late</a></p></blockquote>${prose}`),
  ).toEqual([]);
});

test('SUM-09 a long paragraph between two kept ones of the same element is text', () => {
  const long = `<p>${'Nobody knew at first how deep the water would be there. '.repeat(3)}</p>`;
  expect(keptParts(`${prose}${long}${prose}`)).toHaveLength(1);
  expect(keptParts(`${prose}<p>Nobody knew at first how deep it would be.</p>${prose}`)).toEqual([]);
  expect(keptParts(`${prose}<div>${long}</div>${prose}`)).toEqual([]);
  expect(keptParts(`${prose}${long}${long}${prose}`)).toEqual([]);
  expect(keptParts(`${prose}${long}`)).toEqual([]);
  expect(
    keptParts(`${prose}<p><a href="/b">${'Nobody knew at first how deep it would be there. '.repeat(3)}</a></p>${prose}`),
  ).toEqual([]);
});
