import { expect, test } from 'vitest';
import { noteAsOpml } from './outline-file.ts';

const at = new Date(Date.UTC(2026, 0, 2));
const nowhere = { sourceUrl: null, pageUrl: null, createdAt: at };

test('LIB-16 a note becomes an outline, its sections around their points', () => {
  const opml = noteAsOpml({ title: 'Oven & "mill"', note: '## Heat\n\n- keeps <warm> [01:00](#t=60)\n\n#tag', ...nowhere });
  expect(opml.split('\n').map((line) => line.trim())).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    '<head><title>Oven &amp; &quot;mill&quot;</title><dateCreated>Fri, 02 Jan 2026 00:00:00 GMT</dateCreated></head>',
    '<body>',
    '<outline text="Heat">',
    '<outline text="keeps &lt;warm&gt;"/>',
    '</outline>',
    '</body>',
    '</opml>',
    '',
  ]);
});

test('LIB-16 a note without sections is one line', () => {
  expect(noteAsOpml({ title: 'Oven', note: 'Plain words.', ...nowhere })).toContain('<outline text="Oven"/>');
});

test('LIB-16 the lines of an outline lead to their places in the source', () => {
  const talk = { title: 'Oven', note: '## Heat [01:00](#t=60)\n\n- warm [¶3](#p2)', createdAt: at };
  const target = { sourceUrl: 'https://youtu.be/dQw4w9WgXcQ', pageUrl: 'https://notes.example/content/1' };
  const opml = noteAsOpml({ ...talk, ...target });
  expect(opml).toContain('text="Heat" url="https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=60s">');
  expect(opml).toContain('text="warm" url="https://notes.example/content/1?p=2"/>');
});
