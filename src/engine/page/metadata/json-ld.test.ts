import { expect, test } from 'vitest';
import { parseTree } from '../tree.ts';
import { articleTypes, asList, isObject, readJsonLd, resolved, typesOf } from './json-ld.ts';

const script = (text: string, type = 'application/ld+json') => `<script type="${type}">${text}</script>`;
const read = (...scripts: string[]) => readJsonLd(parseTree(`<body>${scripts.join('')}</body>`));
const one = { '@type': 'A', n: 1 };

test.each<[title: string, text: string]>([
  ['in a comment', '\n <!-- {"@type":"A","n":1} -->'],
  ['in marks of a script', '//<![CDATA[\n{"@type":"A","n":1}\n//]]>'],
  ['in marks of a style', '/* <![CDATA[ */{"@type":"A","n":1}/* ]]> */'],
  ['in bare marks', '<![CDATA[{"@type":"A","n":1}]]> ; '],
  ['with commas too many', '{"@type":"A","n":1, }'],
  ['in a list', '[[{"@type":"A","n":1,},],]'],
])('SUM-09 reads the data of a page %s', (_, text) => {
  expect(read(script(text))).toEqual([one]);
});

test('SUM-09 reads all typed objects of a page, outer ones first', () => {
  const inner = { '@type': ['B'], a: [null, 1, 'x'] };
  const outer = { '@type': 'A', c: { d: inner } };
  const graph = { '@graph': [outer, { x: 1 }] };
  expect(read(script(JSON.stringify(graph)), script('{'), script(JSON.stringify(one), 'APPLICATION/LD+JSON; x'))).toEqual([
    outer,
    inner,
    one,
  ]);
  expect(read(script(JSON.stringify(one), 'application/json'), `<script>${JSON.stringify(one)}</script>`)).toEqual([]);
  expect(read(script('{"@type":"A","b":"two\n lines"}'))).toEqual([{ '@type': 'A', b: 'two  lines' }]);
});

test('SUM-09 bounds what it reads of a page’s data', () => {
  const deep = (levels: number): unknown => (levels === 0 ? one : { x: deep(levels - 1) });
  expect(read(script(JSON.stringify(deep(12))))).toEqual([one]);
  expect(read(script(JSON.stringify(deep(13))))).toEqual([]);
  const many = (count: number) => JSON.stringify(Array.from({ length: count }, () => one));
  expect(read(script(many(501)))).toHaveLength(500);
  expect(read(script(many(500)), script(many(500)), script(many(1)))).toHaveLength(1000);
});

test('SUM-09 reads values as lists and types by their names', () => {
  expect([asList(undefined), asList(null), asList(0), asList([1])]).toEqual([[], [], [0], [1]]);
  expect([isObject({}), isObject([]), isObject(null), isObject('x')]).toEqual([true, false, false, false]);
  expect(typesOf({ '@type': ['http://schema.org/Article', 'https://schema.org/Thing', 1, 'x https://schema.org/y'] })).toEqual([
    'Article',
    'Thing',
    'x https://schema.org/y',
  ]);
});

test('SUM-09 follows a reference to an object with a name', () => {
  const ann = { '@id': '#ann', name: 'Ann' };
  const objects = [{ '@id': '#ann' }, { '@id': '#bo', name: 'Bo' }, ann];
  expect(resolved({ '@id': '#ann' }, objects)).toBe(ann);
  const own = { '@id': '#ann', name: 'Own' };
  const lost = { '@id': '#cy' };
  expect([resolved(own, objects), resolved(lost, objects), resolved('#ann', objects)]).toEqual([own, lost, '#ann']);
});

test.each<[type: string, isArticle: boolean]>([
  ...[
    'NewsArticle',
    'Article',
    'BlogPosting',
    'Report',
    'DiscussionForumPosting',
    'SocialMediaPosting',
    'QAPage',
    'Question',
  ].map((type): [string, boolean] => [type, true]),
  ...['VideoObject', 'Recipe', 'WebPage', 'ItemPage', 'Product', 'Review', 'HowTo', 'PodcastEpisode', 'Course', 'Event'].map(
    (type): [string, boolean] => [type, true],
  ),
  ...['WebSite', 'Organization', 'ArticleList', 'WebPages', 'AggregateReview', 'Person'].map((type): [string, boolean] => [
    type,
    false,
  ]),
])('SUM-09 tells whether the type %s is of a page: %s', (type, isArticle) => {
  expect(articleTypes.test(type)).toBe(isArticle);
});
