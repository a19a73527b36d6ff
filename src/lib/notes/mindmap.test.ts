import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorLabelOf } from './anchor-label.ts';
import { flattenMindMap, type MindMapNode, mindMapOf } from './mindmap.ts';

function outline(node: MindMapNode): string[] {
  return flattenMindMap(node).map((entry) => `${'  '.repeat(entry.id.split('.').length - 1)}${entry.text}`);
}

const note = `> The abstract is not part of the map. [00:05](#t=5)

## First section [12:34](#t=754.5)

- A point [13:01](#t=781)
  - a detail [13:10](#t=790)
- Another **bold** \`code\` [link](https://example.org/) point

## 第二节 [¶4](#p3)

- 中文要点 [¶5](#p4)

#tag1 #标签
`;

describe('CON-03 the tree of a note', () => {
  it('contains title, sections, points and details, without abstract and hashtags', () => {
    expect(outline(mindMapOf(' The title ', note))).toEqual([
      'The title',
      '  First section',
      '    A point',
      '      a detail',
      '    Another bold code link point',
      '  第二节',
      '    中文要点',
    ]);
  });

  it('draws the boxes of tasks, in tight lists and in loose ones', () => {
    const tasks = '- [ ] open [00:10](#t=10)\n- [x] done\n- [X] also\n- [] none\n- [ ]\n\n1. [ ] loose\n\n2. [x]';
    expect(outline(mindMapOf('t', tasks)).map((line) => line.trim())).toEqual([
      't',
      '☐ open',
      '☑ done',
      '☑ also',
      '[] none',
      '☐ loose',
    ]);
  });

  it('keeps the anchors of time and paragraph', () => {
    const [first, second] = mindMapOf('t', note).children;
    expect(first?.anchor).toEqual({ kind: 'time', ms: 754_500 });
    expect(first?.children[0]?.anchor).toEqual({ kind: 'time', ms: 781_000 });
    expect(first?.children[0]?.children[0]?.anchor).toEqual({ kind: 'time', ms: 790_000 });
    expect(first?.children[1]?.anchor).toBeNull();
    expect(second?.anchor).toEqual({ kind: 'paragraph', id: 3 });
  });

  it('labels an anchor as the note does: time, paragraph, or the page of a document', () => {
    const root = mindMapOf('t', '## A [12:34](#t=754.5)\n- b [¶4](#p3)\n- c [p.12](#p40)\n- d [see p.3](#p7)\n- e p.9\n');
    expect(flattenMindMap(root).map(anchorLabelOf)).toEqual([null, '12:34', '¶4', 'p.12', '¶8', null]);
  });

  it('nests deeper headings, and skipped levels', () => {
    expect(outline(mindMapOf('t', '# A\n### B\n- b\n## C\n# D\n'))).toEqual(['t', '  A', '    B', '      b', '    C', '  D']);
  });

  it('contains text, never markup', () => {
    const labels = flattenMindMap(
      mindMapOf('t', '## <img src=x onerror=alert(1)> ![x](http://e.org/a.png)\n- &lt;b&gt; \\[x\\]\n'),
    );
    expect(labels.map((entry) => entry.text)).toEqual(['t', '<img src=x onerror=alert(1)>', '<b> [x]']);
  });

  it('cuts a long paragraph at a whole character', () => {
    const [section] = mindMapOf('t', `## ${'😀'.repeat(500)}`).children;
    expect(section?.text).toBe(`${'😀'.repeat(150)}…`);
    expect(mindMapOf('t', `## a${'😀'.repeat(500)}`).children[0]?.text.isWellFormed()).toBe(true);
  });

  it('keeps its ids while the note grows at its end', () => {
    const before = flattenMindMap(mindMapOf('t', note.slice(0, note.indexOf('## 第二节')))).map((entry) => entry.id);
    const after = flattenMindMap(mindMapOf('t', note)).map((entry) => entry.id);
    expect(after.slice(0, before.length)).toEqual(before);
  });

  it('has unique ids for any text', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc
        .tuple(fc.constantFrom('#', '##', '- ', '  - ', '    - ', '1. ', '> '), fc.string({ maxLength: 12 }))
        .map(([mark, text]) => `${mark} ${text}`),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const ids = flattenMindMap(mindMapOf('t', lines.join('\n'))).map((entry) => entry.id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});

describe('CON-03 a node', () => {
  const nodes = (text: string) => flattenMindMap(mindMapOf('t', text)).slice(1);

  it('has the first place and page that it cites, and whether it was found there', () => {
    expect(
      mindMapOf('t', '## A [p.3](#p4) and [p.5](#p6) [w](https://x.example)\n\n- b  \n  c [?](#unverified)').children,
    ).toEqual([
      {
        ...{ id: '0.0', text: 'A and w', anchor: { kind: 'paragraph', id: 4 }, page: 3 },
        children: [{ id: '0.0.0', text: 'b c', anchor: null, unverified: true, children: [] }],
      },
    ]);
    expect(
      nodes('- [0:05](#t=5) [0:06](#t=6)\n  second\n- ![a](https://e.example/p)').map(({ text, anchor }) => [text, anchor]),
    ).toEqual([['second', { kind: 'time', ms: 5000 }]]);
  });

  it('stands six levels deep and no deeper, under headings too', () => {
    const deep = Array.from({ length: 8 }, (_, at) => `${'  '.repeat(at)}- ${at}`).join('\n');
    expect(nodes(deep).map(({ id }) => id)).toEqual(['0.0', '0.0.0', '0.0.0.0', '0.0.0.0.0', '0.0.0.0.0.0', '0.0.0.0.0.0.0']);
    expect(nodes(`# A\n## B\n### C\n${deep}`).map(({ text }) => text)).toEqual(['A', 'B', 'C', '0', '1', '2']);
  });

  it('is of the item that it stands in, and never of a quotation or of text', () => {
    expect(outline(mindMapOf('t', 'text\n\n> - q\n\n- a\n\n  more\n  > quoted\n  - b\n- \n  - c\n\n# H\n- d'))).toEqual([
      't',
      '  a',
      '    b',
      '  c',
      '  H',
      '    d',
    ]);
  });

  it('has at most 300 characters', () => {
    expect(nodes(`- ${'x'.repeat(300)}\n- ${'y'.repeat(301)}`).map(({ text }) => text)).toEqual([
      'x'.repeat(300),
      `${'y'.repeat(300)}…`,
    ]);
  });
});
