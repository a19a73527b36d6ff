import { expect, test } from 'vitest';
import { isComposing } from '#ui/is-composing.ts';

test('a key of an input method is known in every browser, and an ordinary one is not taken for it', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  // Safari, for the Enter that chooses.
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
  expect(isComposing({ nativeEvent: { isComposing: false, keyCode: 229 } })).toBe(true);
  expect(isComposing({ nativeEvent: { isComposing: false, keyCode: 27 } })).toBe(false);
});
