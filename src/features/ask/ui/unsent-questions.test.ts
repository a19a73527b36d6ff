import { expect, test } from 'vitest';
import { withRefused } from '#ui/kept-text.ts';
import { unsentQuestions } from './unsent-questions.ts';

test('what is typed while the next question is asked is there below its answer, and nowhere else', () => {
  const unsent = unsentQuestions();
  unsent.below('first').current = 'And in May?';
  unsent.below(null).current = 'Something else?';
  unsent.carry('first', 'second');
  expect(['first', 'second', null].map((id) => unsent.below(id).current)).toEqual(['', 'And in May?', 'Something else?']);
});

test('a question that is refused comes back without taking what was typed since', () => {
  expect(withRefused('How hot?', '')).toBe('How hot?');
  expect(withRefused('How hot?', 'And when?')).toBe('How hot?\nAnd when?');
});
