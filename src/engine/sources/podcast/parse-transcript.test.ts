import { expect, test } from 'vitest';
import { cueLines } from '../../../../tests/harness/files/cue-lines.ts';
import { cuesOfHtml, readEpisodeTranscript } from './parse-transcript.ts';

test.each<[title: string, html: string, cues: string[]]>([
  [
    'marks before the text',
    '<cite>Ann:</cite><time>0:01</time><p>One</p><cite>Bo：</cite><time>[00:03]</time><p>Two</p>',
    ['1-3 Ann: One', '3-8 Bo: Two'],
  ],
  [
    'marks in the text',
    '<P><CITE>Ann</CITE> <TIME>(1:00)</TIME> One<p><time>2:00</time>Two',
    ['60-120 Ann: One', '120-125 Ann: Two'],
  ],
  [
    'marks behind the text',
    '<p>One <cite>Ann</cite><time>0:01</time></p><p>Two<cite>Bo</cite> <time>0:05</time></p>',
    ['1-5 Ann: One', '5-10 Bo: Two'],
  ],
  ['marks of the next text', '<time>0:01</time><p>One<time>0:05</time><p>Two', ['1-5 One', '5-10 Two']],
  ['marks that are not closed', '<time>0:01<p>One</p><cite>Ann<time>0:05<p>Two', ['1-5 One', '5-10 Ann: Two']],
  ['a time that is none', '<time>0:01</time><p>One</p><time>soon</time><p>Two</p>', ['1-6 One Two']],
  ['a time of seconds', '<time>61.5</time><p>One</p>', ['61.5-66.5 One']],
  ['an empty name', '<cite>Ann</cite><time>0:01</time><p>One</p><cite>:</cite><p>Two</p>', ['1-1 Ann: One', '1-6 Two']],
  [
    'one speaker at one time',
    '<cite>Ann</cite><time>0:01</time><p>One</p><p>Two</p><time>0:05</time><p>Three</p>',
    ['1-5 Ann: One Two', '5-10 Ann: Three'],
  ],
  [
    'two speakers at one time',
    '<time>0:01</time><cite>Ann</cite><p>One</p><cite>Bo</cite><p>Two</p>',
    ['1-1 Ann: One', '1-6 Bo: Two'],
  ],
  ['times in any order', '<time>0:05</time><p>Two</p><time>0:01</time><p>One</p>', ['1-5 One', '5-10 Two']],
  ['texts before any time', '<p>Lost</p><time>0:01</time><p>One</p><p> </p>', ['1-6 One']],
  ['words outside of paragraphs', 'x<time>0:01</time>y<p>One</p>z', ['1-6 One']],
  ['other tags', '<time>0:01</time><div><p>One <b>two</b><br>three</p></div>', ['1-6 One twothree']],
  [
    'scripts and styles',
    '<time>0:01</time><p>One<script>x</script><STYLE>y</STYLE> two</p></script><p>three</p>',
    ['1-6 One two three'],
  ],
])('SUM-03 reads a page with %s', (_, html, cues) => {
  expect(cueLines(cuesOfHtml(html))).toEqual(cues);
});

const page = '<time>0:01</time><p>One.</p>';
const srt = '1\n00:00:01,000 --> 00:00:02,000\nOne.\n';

test.each<[url: string, type: string | null, text: string, endMs: number]>([
  ['https://a.example/t.html', null, page, 6000],
  ['https://a.example/t.HTM?x=1', null, page, 6000],
  ['https://a.example/t', 'text/HTML; charset=utf-8', page, 6000],
  ['https://a.example/t.html.srt', null, srt, 2000],
  ['https://a.example/t.srt?x=.html', 'application/srt', srt, 2000],
])('SUM-03 reads the transcript %s of type %j', (url, type, text, endMs) => {
  expect(readEpisodeTranscript({ bytes: Buffer.from(text), offer: { url, type, language: 'de' } })).toEqual({
    segments: [{ id: 0, startMs: 1000, endMs, text: 'One.' }],
    automatic: false,
    language: null,
  });
});

test('SUM-03 tells what a transcript says of itself', () => {
  const body = { type: 'AIsubtitle', lang: 'ai-zh', body: [{ from: 1, to: 2, content: '一。' }] };
  const offer = { url: 'https://a.example/t.json', type: null, language: null };
  expect(readEpisodeTranscript({ bytes: Buffer.from(JSON.stringify(body)), offer })).toMatchObject({
    automatic: true,
    language: 'zh',
  });
});
