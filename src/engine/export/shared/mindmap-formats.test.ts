import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flattenMindMap, type MindMapNode, mindMapOf } from '#lib/notes/mindmap.ts';
import { toMarkdownOutline, toOpml, toXmindFiles } from './mindmap-formats.ts';

const target = { sourceUrl: 'https://youtu.be/dQw4w9WgXcQ', pageUrl: 'https://notes.example.org/content/1' };
const root = mindMapOf('A & B "talk"', '## Kilns <1> [01:02](#t=62)\n- first *point* [¶3](#p2)\n  - detail\n');

test('CON-03 OPML is escaped and its lines lead to the second', () => {
  const opml = toOpml(root, target);
  expect(opml).toContain('<title>A &amp; B &quot;talk&quot;</title>');
  expect(opml).toContain('<outline text="Kilns &lt;1&gt;" url="https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=62s">');
  expect(opml).toContain('url="https://notes.example.org/content/1?p=2"');
});

test('CON-03 an address in a map is text in its outline, and is read back as it was', () => {
  const map = mindMapOf('At www.evil.example', '## S\n- see https://evil.example/a\\_b, he said [01:02](#t=62)\n');
  const outline = toMarkdownOutline(map, target);
  expect(outline).toContain('# At `www.evil.example`\n');
  expect(outline).toContain(
    '- see `https://evil.example/a_b`, he said [01:02](https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=62s)\n',
  );
  const again = mindMapOf('', outline);
  expect(flattenMindMap(again).map((node) => node.text)).toContain('see https://evil.example/a_b, he said 01:02');
});

test.each(['1. Intro', '2) Next', '- dash', '+ plus', '# hash', '> quote'])('CON-03 %j stays text in an outline', (words) => {
  const node = { id: '0.0', text: words, anchor: null, children: [] };
  const outline = toMarkdownOutline({ id: '0', text: 'Title', anchor: null, children: [node] }, target);
  expect(flattenMindMap(mindMapOf('', outline)).map(({ text: read }) => read)).toEqual(['', 'Title', words]);
});

test('CON-03 an XMind archive holds the whole tree', () => {
  const files = toXmindFiles(root, target);
  expect(Object.keys(files)).toEqual(['content.json', 'metadata.json', 'manifest.json']);
  expect(JSON.parse(files['manifest.json'] ?? '')).toEqual({ 'file-entries': { 'content.json': {}, 'metadata.json': {} } });
  expect(JSON.parse(files['metadata.json'] ?? '')).toEqual({ dataStructureVersion: '2', creator: { name: 'Gleaner' } });
  expect(JSON.parse(files['content.json'] ?? '')).toMatchObject([
    {
      rootTopic: {
        title: 'A & B "talk"',
        children: { attached: [{ title: 'Kilns <1>', href: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=62s' }] },
      },
    },
  ]);
});

const text = fc.stringMatching(/^[a-z<&"' ]{1,20}[a-z]$/);
const tree: fc.Arbitrary<MindMapNode> = fc
  .array(fc.tuple(fc.constantFrom(0, 1, 2), text), { minLength: 1, maxLength: 20 })
  .map((points) => {
    let depth = -1;
    const lines = points.map(([wanted, words]) => {
      depth = Math.min(wanted, depth + 1);
      return `${'  '.repeat(depth)}- ${words.replace(/[<&"']/g, '\\$&')}`;
    });
    return mindMapOf('Root', `## Section\n${lines.join('\n')}\n`);
  });

test('CON-03 the Markdown outline reads back to the same tree', () => {
  fc.assert(
    fc.property(tree, (node) => {
      const again = mindMapOf('Root', toMarkdownOutline(node, target).replace(/^# Root\n/, ''));
      const texts = (each: MindMapNode) => flattenMindMap(each).map(({ id, text: words }) => [id, words]);
      expect(texts(again)).toEqual(texts(node));
    }),
  );
});
