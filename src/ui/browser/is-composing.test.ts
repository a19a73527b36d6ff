import { expect, test } from 'vitest';
import { isComposing, keepOpenWhileComposing } from '#ui/browser/is-composing.ts';

test('detects an input method’s keys in every browser, and no ordinary ones', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  // Safari, for the Enter that chooses a candidate.
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
  expect(isComposing({ nativeEvent: { isComposing: false, keyCode: 229 } })).toBe(true);
  expect(isComposing({ nativeEvent: { isComposing: false, keyCode: 27 } })).toBe(false);
});

test('Escape that ends a composition closes nothing', () => {
  const isKept = (key: object) => {
    const event = { ...key, prevented: false, preventDefault: () => void Object.assign(event, { prevented: true }) };
    keepOpenWhileComposing(event as never);
    return event.prevented;
  };
  expect([isKept({ isComposing: true, keyCode: 27 }), isKept({ isComposing: false, keyCode: 27 })]).toEqual([true, false]);
});
