import { expect, test } from 'vitest';
import { wasPicked } from './was-picked.ts';

test('COL-06 a suggestion counts as picked from the list, not when it is typed or composed', () => {
  expect([{}, { inputType: '' }, { inputType: 'insertReplacementText', isComposing: false }].map(wasPicked)).toEqual([
    true,
    true,
    true,
  ]);
  const typed = [{ inputType: 'insertText' }, { inputType: 'insertCompositionText', isComposing: true }, { isComposing: true }];
  expect(typed.map(wasPicked)).toEqual([false, false, false]);
});
