import { expect, test } from 'vitest';
import { readTtml, type TtmlCue } from './ttml.ts';

function cuesOf(body: string, head = ''): TtmlCue[] {
  const cues: TtmlCue[] = [];
  readTtml(`<tt ${head}><body><div>${body}</div></body></tt>`, (cue) => cues.push(cue));
  return cues;
}
const beginOf = (time: string, head = ''): number | undefined =>
  cuesOf(`<p begin="${time}" dur="1s">words</p>`, head)[0]?.startMs;

test.each([
  ['1h', 3_600_000],
  ['1.5m', 90_000],
  ['2s', 2000],
  ['250ms', 250],
  ['12.5', 12_500],
  ['00:01:02', 62_000],
  ['1:02', 62_000],
  ['01:00:00.25', 3_600_250],
  ['00:00:01,5', 1500],
  ['00:00:01:15', 1500],
  ['15f', 500],
  ['3t', 3000],
])('SUM-05 a time of TTML, %s, is %i ms', (time, ms) => {
  expect(beginOf(time)).toBeCloseTo(ms, 6);
});

test.each([
  ['frameRate="25"', '00:00:01:05', 1200],
  ['frameRate="25" subFrameRate="2"', '00:00:01:05.1', 1220],
  ['frameRate="30" frameRateMultiplier="1000 1001"', '30f', 1001],
  ['frameRate="30" frameRateMultiplier="2"', '30f', 500],
  ['frameRate="25" subFrameRate="4"', '100t', 1000],
  ['frameRate="25" tickRate="10"', '5t', 500],
  ['timeBase="smpte" frameRate="30" frameRateMultiplier="1000 1001" dropMode="nonDrop"', '01:00:00:00', 3_603_600],
  ['timeBase="smpte" frameRate="30" frameRateMultiplier="1000 1001"', '00:00:10:15', 10_510.5],
  ['timeBase="smpte" frameRate="30" frameRateMultiplier="1000 1001" dropMode="dropNTSC"', '01:00:00:00', 3_599_996.4],
  ['timeBase="smpte" frameRate="30" frameRateMultiplier="1000 1001" dropMode="dropNTSC"', '00:01:00:02', 60_060],
  ['timeBase="smpte" frameRate="30" frameRateMultiplier="1000 1001" dropMode="dropPAL"', '00:20:00:00', 1_199_998.8],
  ['timeBase="smpte" frameRate="25"', '01:00:00:05', 3_600_200],
  ['timeBase="media" frameRate="30" frameRateMultiplier="1000 1001"', '01:00:00:00', 3_600_000],
  ['frameRate="-1" subFrameRate="0" tickRate="x"', '15f', 500],
])('SUM-05 with %s, %s of TTML is %i ms', (head, time, ms) => {
  expect(beginOf(time, head)).toBeCloseTo(ms, 6);
});

test('SUM-05 what is no time in TTML begins nowhere', () => {
  for (const time of ['soon', '1:2:3:4:5', '5x', '']) expect(beginOf(time) ?? 0, time).toBe(0);
});

const read = (xml: string) => {
  const cues: TtmlCue[] = [];
  const head = readTtml(xml, (cue) => cues.push(cue));
  return { ...head, cues };
};

test('SUM-05 TTML says its title, its language and who speaks, by the names of its agents', () => {
  const { title, language, cues } = read(
    `<tt xml:lang=" en "><head><metadata><ttm:title> The </ttm:title><ttm:title>oven</ttm:title><ttm:title> </ttm:title>
       <ttm:name>Nobody</ttm:name>
       <ttm:agent xml:id="a"><ttm:name> Ada </ttm:name></ttm:agent><ttm:agent><ttm:name>Nameless</ttm:name></ttm:agent>
       <ttm:agent xml:id="b"/><ttm:name>Nobody</ttm:name></metadata></head>
     <body><div ttm:agent="a"><p begin="1s" end="2s">One</p><p begin="2s" end="3s" ttm:agent="c">Two</p></div>
     <p begin="3s" end="4s" ttm:agent="b">Three</p><p begin="4s" end="5s" ttm:agent="">Four</p></body></tt>`,
  );
  expect([title, language]).toEqual(['The oven', 'en']);
  expect(cues).toEqual([
    { startMs: 1000, endMs: 2000, text: 'One', speaker: 'Ada' },
    { startMs: 2000, endMs: 3000, text: 'Two', speaker: 'Ada' },
    { startMs: 3000, endMs: 4000, text: 'Three' },
    { startMs: 4000, endMs: 5000, text: 'Four' },
  ]);
  expect(read('<tt lang=""><body/></tt>')).toEqual({ title: null, language: null, cues: [] });
});

test('SUM-05 times of TTML count from their parent, and never beyond its end', () => {
  expect(cuesOf('<div begin="10s" end="15s"><p begin="1s" dur="2s">a</p><p begin="2s" end="9s">b</p><p>c</p></div>')).toEqual([
    { startMs: 11_000, endMs: 13_000, text: 'a' },
    { startMs: 12_000, endMs: 15_000, text: 'b' },
    { startMs: 10_000, endMs: 15_000, text: 'c' },
  ]);
  const inTurn = '<div begin="10s" timeContainer="seq"><p dur="2s">a</p><p begin="1s" dur="2s">b</p><p dur="1s">c</p></div>';
  expect(cuesOf(inTurn).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [10_000, 12_000],
    [13_000, 15_000],
    [15_000, 16_000],
  ]);
  // A paragraph without any time is not a cue; an end or a duration suffices.
  expect(cuesOf('<p>none</p><p end="1s">a</p><p dur="2s">b</p><p begin="3s">c</p>')).toEqual([
    { startMs: 0, endMs: 1000, text: 'a' },
    { startMs: 0, endMs: 2000, text: 'b' },
    { startMs: 3000, endMs: null, text: 'c' },
  ]);
});

test('SUM-05 the words of TTML keep their lines, and their spaces where they are told to', () => {
  expect(
    cuesOf('<p begin="1s">a  b<br/>c <span>d</span></p><p begin="2s" xml:space="preserve">e  f</p>').map(({ text }) => text),
  ).toEqual(['a b\nc d', 'e  f']);
  expect(
    cuesOf('<p begin="1s" xml:space="preserve">a  <span xml:space="default">b  c</span></p>').map(({ text }) => text),
  ).toEqual(['a  b c']);
  const ruby = '<p begin="1s"><span ruby="base">漢</span><span ruby="text">kan</span><span ruby="delimiter">(</span>字</p>';
  expect(cuesOf(ruby).map(({ text }) => text)).toEqual(['漢字']);
  // A span with times is a cue of its own only inside a paragraph.
  expect(cuesOf('<p begin="1s">a<span begin="1s" end="2s">b</span>c</p><span begin="5s">d</span>')).toEqual([
    { startMs: 2000, endMs: 3000, text: 'b' },
    { startMs: 1000, endMs: null, text: 'ac' },
  ]);
  // An element without end tag ends with its parent; a stray end tag is skipped.
  expect(cuesOf('<p begin="1s">a<span>b</p></em><p begin="2s">c').map(({ text }) => text)).toEqual(['ab', 'c']);
});
