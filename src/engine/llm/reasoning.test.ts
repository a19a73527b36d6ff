import { expect, test } from 'vitest';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import { withoutReasoning } from './reasoning.ts';

test('reasoning is left out before an answer, with or without its opening tag', () => {
  expect(withoutReasoning('\n<think>\nplan\n</think>\n\nThe barn.')).toBe('\n\nThe barn.');
  expect(withoutReasoning('<Thinking>plan</Thinking>The barn.')).toBe('The barn.');
  expect(withoutReasoning('First, the barn.\n</think>\n\nThe barn.')).toBe('\n\nThe barn.');
  const whole = '<thinking>plan';
  for (let at = 1; at <= whole.length; at++) expect(withoutReasoning(whole.slice(0, at))).toBe('');
});

test.each([
  'Models write <think> before they answer, and more follows.',
  'The tags `<think>` and `</think>` enclose it.',
  'It looks so:\n<think>\nplan\n</think>\nThe end.',
  'Only `</think>` is left.',
  '',
])('tags within an answer take nothing of it: %s', (answer) => {
  expect(withoutReasoning(answer)).toBe(answer);
});

test('leaving out reasoning takes linear time', () => {
  for (const piece of [' ', '\t</think', '<think', '\n </think>x']) {
    expectLinearTime((share) => withoutReasoning(`x${piece.repeat(10_000 * share)}`));
    expectLinearTime((share) => withoutReasoning(piece.repeat(10_000 * share)));
  }
});
