import { expect, test } from 'vitest';
import { openPage } from '../../../../../tests/harness/interface/page.tsx';
import { afterPick, afterSubmit, changeCaptureText, useCaptureText, withAdded } from './capture-text.ts';

const [first, second, list] = ['https://example.org/a?b=1', 'https://example.org/a', 'https://example.org/list'];

test('SUM-01 what was typed while links were submitted stays, without the links at work', () => {
  const submitted = `看看：${first}，还有 ${second}`;
  expect(afterSubmit(submitted, submitted, [first, second], list)).toBe(list);
  expect(afterSubmit(`${submitted}\n${list} 以后`, submitted, [first, second], '')).toBe(`看看：，还有 \n${list} 以后`);
  expect(afterSubmit(`${first}\n\nhttps://example.or`, first, [first], '')).toBe('\nhttps://example.or');
  expect(afterSubmit('a thought', first, [first], '')).toBe('a thought');
  expect(afterSubmit('example.org/list example.org/a', 'example.org/a', [second], '')).toBe('example.org/list ');
});

test('SUM-02 picking from a list takes its link alone out of the field', () => {
  expect(afterPick(`${first}\n${list}\n${second}`, list)).toBe(`${first}\n${second}`);
  expect(afterPick(`(${list}) and ${second}.`, list)).toBe(`() and ${second}.`);
  // A comment is none without what it is about.
  expect(afterPick(`【a show】 ${list}`, list)).toBe('');
});

test('SUM-01 what is dropped or passed on goes below what is in the field, once', () => {
  expect(withAdded(' ', ` ${first}\n`)).toBe(first);
  expect(withAdded(`${first}\n`, second)).toBe(`${first}\n${second}`);
  expect(withAdded(`${first}\n${second}`, second)).toBe(`${first}\n${second}`);
  expect(withAdded(first, '')).toBe(first);
});

test('what is in the field stays there while another page is open', async () => {
  const page = openPage();
  const first = await page.render(() => useCaptureText(), null);
  changeCaptureText(() => '');
  await first.after(() => expect(changeCaptureText((before) => `${before}one`)).toBe('one'));
  expect(first.now).toBe('one');
  await first.leave();
  expect(changeCaptureText((before) => `${before} two`)).toBe('one two');
  expect((await page.render(() => useCaptureText(), null)).now).toBe('one two');
});
