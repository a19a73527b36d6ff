import { describe, expect, it } from 'vitest';
import { type KeyPress, playerCommand } from './player-shortcuts.ts';
import { nextRate, stepRate } from './rates.ts';

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, defaultPrevented: false, focus: 'free', ...more };
}

describe('player shortcuts', () => {
  it.each([
    [' ', { type: 'toggle' }],
    ['k', { type: 'toggle' }],
    ['ArrowLeft', { type: 'seekBy', ms: -5000 }],
    ['ArrowRight', { type: 'seekBy', ms: 5000 }],
    ['j', { type: 'seekBy', ms: -10000 }],
    ['l', { type: 'seekBy', ms: 10000 }],
    ['m', { type: 'mute' }],
    ['p', { type: 'picture' }],
    ['>', { type: 'rate', by: 1 }],
    ['<', { type: 'rate', by: -1 }],
    ['x', null],
  ])('%j on the free page', (key, command) => {
    expect(playerCommand(press(key))).toEqual(command);
  });

  it('accept Shift for speeds, and step from any speed', () => {
    expect(playerCommand(press('>', { shiftKey: true }))).toEqual({ type: 'rate', by: 1 });
    expect(playerCommand(press('>', { focus: 'field' }))).toBeNull();
    expect([stepRate(1, 1), stepRate(1, -1), stepRate(3, 1), stepRate(0.75, -1), stepRate(1.75, 1), stepRate(1.75, -1)]).toEqual([
      1.25, 0.75, 3, 0.75, 2, 1.5,
    ]);
    expect([nextRate(3), nextRate(2), nextRate(0.5)]).toEqual([0.75, 3, 0.75]);
  });

  it('do nothing while typing', () => {
    for (const key of [' ', 'k', 'j', 'l', 'ArrowLeft']) expect(playerCommand(press(key, { focus: 'field' }))).toBeNull();
  });

  it('leave space and arrows to a focused button or tab; letters still work', () => {
    expect(playerCommand(press(' ', { focus: 'control' }))).toBeNull();
    expect(playerCommand(press('ArrowRight', { focus: 'control' }))).toBeNull();
    expect(playerCommand(press('k', { focus: 'control' }))).toEqual({ type: 'toggle' });
  });

  it('leave shortcuts of the shell and the browser alone', () => {
    expect(playerCommand(press('k', { ctrlKey: true }))).toBeNull();
    expect(playerCommand(press('j', { metaKey: true }))).toBeNull();
    expect(playerCommand(press('ArrowLeft', { altKey: true }))).toBeNull();
    expect(playerCommand(press(' ', { defaultPrevented: true }))).toBeNull();
  });
});
