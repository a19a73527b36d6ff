import { expect, test } from 'vitest';
import { noteAsOpml } from './outline-file.ts';

const at = new Date(Date.UTC(2026, 0, 2));

test('LIB-16 a note becomes an outline, its sections around their points', () => {
  const opml = noteAsOpml({ title: 'Oven & "mill"', note: '## Heat\n\n- keeps <warm>\n\n#tag', createdAt: at });
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
  expect(noteAsOpml({ title: 'Oven', note: 'Plain words.', createdAt: at })).toContain('<outline text="Oven"/>');
});
