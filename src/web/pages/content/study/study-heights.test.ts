import { expect, test } from 'vitest';
import { studyHeights } from './study-heights.ts';

const modes = ['phone', 'stacked', 'two', 'three'] as const;

test('a player takes its height where it sticks above the text: in one pane, and on a phone', () => {
  const takes = (player: 'video' | 'audio' | 'none') =>
    modes.map((mode) => studyHeights(mode, player).split('has-[[data-player-open]]').length - 1);
  expect([takes('video'), takes('audio'), takes('none')]).toEqual([
    [1, 1, 0, 0],
    [1, 1, 0, 0],
    [0, 0, 0, 0],
  ]);
});

test('panels leave room for what sticks above them in their mode', () => {
  const says = (mode: (typeof modes)[number], part: string) => studyHeights(mode, 'video').split(' ').includes(part);
  for (const mode of ['two', 'three'] as const) expect(says(mode, '[--panel-height:calc(100dvh-12rem)]')).toBe(true);
  expect(says('stacked', '[--panel-height:calc(100dvh-12rem-var(--player-height))]')).toBe(true);
  expect(says('phone', '[--top:0px]')).toBe(true);
});
