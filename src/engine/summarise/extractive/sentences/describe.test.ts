import { expect, test } from 'vitest';
import { chooseDescription } from './describe.ts';

const chances = new Map([
  ['tide', { once: 0.9, twice: 0 }],
  ['mill', { once: 0.8, twice: 0 }],
  ['flour', { once: 0.6, twice: 0 }],
  ['the', { once: 0.9, twice: 0.6 }],
  ['rain', { once: 0.01, twice: 0 }],
]);

const candidate = (index: number, text: string, score = 0) => ({ index, keys: text.split(' '), size: text.length, score });

test('two sentences that together have more likely words are better than the best one with a repetition', () => {
  const candidates = [candidate(0, 'flour'), candidate(1, 'tide mill'), candidate(2, 'mill tide'), candidate(3, 'rain')];
  expect(chooseDescription(candidates, chances, 100)).toEqual([0, 1]);
});

test('sentences come in the order of the text, and never take more characters than there are', () => {
  const candidates = [candidate(4, 'flour'), candidate(2, 'tide'), candidate(3, 'mill')];
  expect(chooseDescription(candidates, chances, 15)).toEqual([2, 3, 4]);
  expect(chooseDescription(candidates, chances, 14)).toEqual([2, 3]);
  expect(chooseDescription(candidates, chances, 9)).toEqual([2, 3]);
  expect(chooseDescription(candidates, chances, 8)).toEqual([2]);
  expect(chooseDescription(candidates, chances, 3)).toEqual([]);
});

test('a word that comes again counts only as likely as its second time', () => {
  expect(chooseDescription([candidate(0, 'the tide'), candidate(1, 'the'), candidate(2, 'tide')], chances, 100)).toEqual([0, 1]);
});

test('a sentence that no description would have is left out although there is room', () => {
  expect(chooseDescription([candidate(0, 'tide mill'), candidate(1, 'rain rain rain')], chances, 1000)).toEqual([0]);
});

test('of sentences with the same words the one with the better score is taken', () => {
  expect(chooseDescription([candidate(0, 'tide mill', 0.4), candidate(1, 'mill tide', 0.6)], chances, 12)).toEqual([1]);
});
