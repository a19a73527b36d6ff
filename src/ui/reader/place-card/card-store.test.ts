import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeAfterMs, createCardStore, openAfterMs } from './card-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const setUp = () => {
  const store = createCardStore();
  return { store, openId: () => store.state.getState().open?.id ?? null };
};

describe('CON-02 the card of a reference', () => {
  test('opens when the mouse has stayed for a moment, soon enough to be there within 100 ms', () => {
    const { store, openId } = setUp();
    expect(openAfterMs).toBeLessThanOrEqual(60);
    store.enter('a');
    vi.advanceTimersByTime(openAfterMs - 1);
    expect(openId()).toBeNull();
    vi.advanceTimersByTime(1);
    expect(store.state.getState().open).toEqual({ id: 'a', by: 'mouse', held: false });
  });

  test('does not open for a mouse that passes', () => {
    const { store, openId } = setUp();
    store.enter('a');
    vi.advanceTimersByTime(openAfterMs - 1);
    store.leave();
    vi.runAllTimers();
    expect(openId()).toBeNull();
  });

  test('leaves time for the way from the reference into the card, then closes', () => {
    const { store, openId } = setUp();
    store.enter('a');
    vi.advanceTimersByTime(openAfterMs);
    store.leave();
    vi.advanceTimersByTime(closeAfterMs - 1);
    store.enter('a');
    vi.runAllTimers();
    expect(openId()).toBe('a');
    store.leave();
    vi.advanceTimersByTime(closeAfterMs);
    expect(openId()).toBeNull();
  });

  test('gives way to another reference that the mouse goes to', () => {
    const { store, openId } = setUp();
    store.enter('a');
    vi.advanceTimersByTime(openAfterMs);
    store.leave();
    store.enter('b');
    vi.runAllTimers();
    expect(openId()).toBe('b');
  });

  test('stays when the mouse leaves or passes others, once something in it was used', () => {
    const { store, openId } = setUp();
    store.enter('a');
    vi.advanceTimersByTime(openAfterMs);
    store.hold('b');
    expect(store.state.getState().open?.held).toBe(false);
    store.hold('a');
    store.leave();
    store.enter('b');
    vi.runAllTimers();
    expect(openId()).toBe('a');
    store.close('a');
    expect(openId()).toBeNull();
  });

  test('of a key stays when a mouse leaves, and of a tap also when it passes others', () => {
    const { store, openId } = setUp();
    store.open('a', 'keys');
    store.leave();
    vi.runAllTimers();
    expect(openId()).toBe('a');
    store.open('b', 'touch');
    store.enter('a');
    vi.runAllTimers();
    expect(openId()).toBe('b');
  });

  test('is closed by its own reference only, which also stops it from opening', () => {
    const { store, openId } = setUp();
    store.open('b', 'keys');
    store.close('a');
    expect(openId()).toBe('b');
    store.close('b');
    store.enter('c');
    store.close('c');
    vi.runAllTimers();
    expect(openId()).toBeNull();
  });
});
