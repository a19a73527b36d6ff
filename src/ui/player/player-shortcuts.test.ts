import { describe, expect, it } from 'vitest';
import { type KeyPress, playerCommand } from './player-shortcuts.ts';

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, defaultPrevented: false, focus: 'free', ...more };
}

describe('keys of the player', () => {
  it.each([
    [' ', { type: 'toggle' }],
    ['k', { type: 'toggle' }],
    ['ArrowLeft', { type: 'seekBy', ms: -5000 }],
    ['ArrowRight', { type: 'seekBy', ms: 5000 }],
    ['j', { type: 'seekBy', ms: -10000 }],
    ['l', { type: 'seekBy', ms: 10000 }],
    ['x', null],
  ])('%j on the free page', (key, command) => {
    expect(playerCommand(press(key))).toEqual(command);
  });

  it('nothing while one types', () => {
    for (const key of [' ', 'k', 'j', 'l', 'ArrowLeft']) expect(playerCommand(press(key, { focus: 'field' }))).toBeNull();
  });

  it('a focused button or tab keeps its space and arrows; letters still work', () => {
    expect(playerCommand(press(' ', { focus: 'control' }))).toBeNull();
    expect(playerCommand(press('ArrowRight', { focus: 'control' }))).toBeNull();
    expect(playerCommand(press('k', { focus: 'control' }))).toEqual({ type: 'toggle' });
  });

  it('shortcuts of the shell and the browser stay theirs', () => {
    expect(playerCommand(press('k', { ctrlKey: true }))).toBeNull();
    expect(playerCommand(press('j', { metaKey: true }))).toBeNull();
    expect(playerCommand(press('ArrowLeft', { altKey: true }))).toBeNull();
    expect(playerCommand(press(' ', { defaultPrevented: true }))).toBeNull();
  });
});
