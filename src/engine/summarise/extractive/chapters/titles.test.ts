import { describe, expect, it } from 'vitest';
import { readDocument } from '../document.ts';
import { summariseExtractive } from '../summarise.ts';
import { announcesTopic } from './announced.ts';
import { openingTitle, titleMaker } from './titles.ts';

function titlesOf(lines: readonly string[], language: 'zh' | 'en'): string[] {
  const segments = lines.map((text, id) => ({ id, startMs: id * 6000, endMs: (id + 1) * 6000, text }));
  return summariseExtractive({
    segments,
    timed: true,
    title: null,
    language,
    noteLanguage: language,
    sourceChapters: [],
  }).chapters.map(({ title }) => title);
}

describe('SUM-14 titles of chapters', () => {
  it('SUM-14 knows where a speaker announces a topic', () => {
    expect(announcesTopic('今天我们来聊一聊', '，大家', 'zh')).toBe(true);
    expect(announcesTopic('我们都有', '的话题', 'zh')).toBe(true);
    expect(announcesTopic('我们都有', '的水', 'zh')).toBe(false);
    expect(announcesTopic('let us talk about the ', ' now', 'en')).toBe(true);
    expect(announcesTopic('we sold the ', ' question', 'en')).toBe(true);
    expect(announcesTopic('we sold the ', ' now', 'en')).toBe(false);
  });

  it('SUM-14 prefers the announced words, and repeated ones to a chance pair', () => {
    const lines = Array.from({ length: 16 }, (_, at) =>
      at % 2 === 0
        ? `The flood wall number ${at} cost the town money.`
        : `Every river gauge of ${at + 2} shows the flood wall rising.`,
    );
    expect(titlesOf(['Let us talk about river gauges.', ...lines, 'A river gauge is cheap.'], 'en')[0]).toBe('Flood wall');
    const announced = lines.map((line) => `We talk about the river gauge. ${line}`);
    expect(titlesOf(announced, 'en')[0]).toBe('River gauge');
  });

  it('SUM-14 takes no words said in passing and no half of a statement', () => {
    const passing = Array.from({ length: 16 }, (_, at) => `Of course titanium is dear at pump ${at}, of course titanium.`);
    for (const title of titlesOf(passing, 'en')) expect(title).not.toMatch(/^Course/u);
    const half = Array.from({ length: 16 }, (_, at) => `Owner ${at} was convicted of flood fraud, convicted of flood fraud.`);
    for (const title of titlesOf(half, 'en')) expect(title).not.toMatch(/^Convicted of/u);
    const chinese = Array.from({ length: 16 }, (_, at) => `第${at}座水库的是普通淤泥，支付也好，用的是普通淤泥。`);
    for (const title of titlesOf(chinese, 'zh')) expect(title).not.toMatch(/^的是|也好$/u);
  });

  it('SUM-14 prefers other words to those of an earlier title', () => {
    const lines = [
      ...['The flood wall stands.', 'Our flood wall leaks.', 'One flood wall broke.', 'Each flood wall moves.'],
      ...['The flood wall opened.', 'Our flood wall drips.', 'One flood wall fell.'],
      ...['The river gauge rang.', 'Our river gauge failed.'],
    ];
    const segments = lines.map((text, id) => ({ id, startMs: null, endMs: null, text }));
    const document = readDocument({ segments, timed: false, language: 'en', treatment: 'article' });
    const nameOf = titleMaker(document, [], () => 1);
    expect(nameOf({ start: 0, end: 4 }, new Set())).toBe('Flood wall');
    expect(nameOf({ start: 4, end: 9 }, new Set())).toBe('River gauge');
  });

  it('SUM-14 ends and begins a title with no light word', () => {
    const lines = Array.from({ length: 16 }, (_, at) => `A couple of dredging things happen at pump ${at}, a dredging thing.`);
    for (const title of titlesOf(lines, 'en')) expect(title).not.toMatch(/\b(?:couple|things?)$/iu);
    const chinese = Array.from({ length: 16 }, (_, at) => `第${at}座水库开通淤泥情况，开通淤泥管道。`);
    for (const title of titlesOf(chinese, 'zh')) expect(title).not.toMatch(/^开通|情况$/u);
  });
});

it.each<[text: string, language: 'zh' | 'en', title: string]>([
  ['Short one, and more', 'en', 'Short one'],
  ['... (a) b', 'en', '(a) b'],
  [' ?! ', 'en', '?!'],
  ['The largest withdrawal was after the flood of spring and autumn', 'en', 'The largest withdrawal'],
  ['Farmers sold silt from lakes near towns and from villages', 'en', 'Farmers sold silt from lakes'],
  ['It was so that they and we and you and all of them were', 'en', 'It'],
  ['Reservoirs dredged x', 'en', 'Reservoirs dredged x'],
  [`${'x'.repeat(49)} y`, 'en', 'x'.repeat(48)],
  ['水库的淤泥，可以种地', 'zh', '水库的淤泥'],
  ['水'.repeat(12), 'zh', '水'.repeat(12)],
  ['水'.repeat(13), 'zh', '水'.repeat(12)],
])('SUM-14 of %j the opening makes the title', (text, language, title) => {
  expect(openingTitle(text, language)).toBe(title);
});
