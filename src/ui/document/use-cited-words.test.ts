import { expect, test } from 'vitest';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { type PdfTarget, useCitedWords } from './use-cited-words.ts';

/** A document with a text on each page; those that are null cannot be read. */
function documentOf(...pages: (string[] | null)[]) {
  const read: number[] = [];
  const getPage = async (number: number) => {
    read.push(number);
    const items = pages[number - 1];
    if (!items) throw new Error('damaged');
    return { getTextContent: async () => ({ items: [{ type: 'beginMarkedContent' }, ...items.map((str) => ({ str }))] }) };
  };
  return { pdf: { numPages: pages.length, getPage } as never, read };
}

const words = 'the moss grows on the north side';
const whole = [{ item: 1, from: 0, to: words.length }];
const target = (page: number, nonce = 1): PdfTarget => ({ page, text: words, nonce });

async function cited({ pdf, read }: ReturnType<typeof documentOf>, first: PdfTarget | null) {
  const hook = await openPage().render((to: PdfTarget | null) => useCitedWords(pdf, to), first);
  return { hook, read };
}

test('cited words are found on their page, or on the next one', async () => {
  const { hook, read } = await cited(documentOf(['x', words], ['y'], ['z', words]), null);
  expect([hook.now, read]).toEqual([null, []]);
  await hook.update(target(1));
  expect([hook.now, read.splice(0)]).toEqual([{ page: 1, spans: whole, nonce: 1 }, [1]]);
  await hook.update(target(2, 2));
  expect([hook.now, read.splice(0)]).toEqual([{ page: 3, spans: whole, nonce: 2 }, [2, 3]]);
  // What was found stays while nothing is asked for.
  await hook.update(null);
  expect(hook.now?.page).toBe(3);
});

test('words that are nowhere lead to their page, as far as there is one', async () => {
  const { hook, read } = await cited(documentOf(['x'], ['y']), target(1));
  expect([hook.now, read.splice(0)]).toEqual([{ page: 1, spans: [], nonce: 1 }, [1, 2]]);
  await hook.update(target(2, 2));
  expect([hook.now, read.splice(0)]).toEqual([{ page: 2, spans: [], nonce: 2 }, [2]]);
  await hook.update(target(9, 3));
  expect([hook.now, read.splice(0)]).toEqual([{ page: 2, spans: [], nonce: 3 }, []]);
  await hook.update(target(0, 4));
  expect([hook.now, read.splice(0)]).toEqual([{ page: 1, spans: [], nonce: 4 }, [1]]);
});

test('a page that cannot be read is shown without the words', async () => {
  const { hook } = await cited(documentOf(null), target(1));
  expect(hook.now).toEqual({ page: 1, spans: [], nonce: 1 });
});

test.each([true, false])('an answer to an earlier request changes nothing (found: %s)', async (isFound) => {
  const answer = Promise.withResolvers<string[]>();
  const { pdf } = documentOf(['x', words]);
  const slow = {
    numPages: 1,
    getPage: async () => ({ getTextContent: async () => ({ items: (await answer.promise).map((str) => ({ str })) }) }),
  } as never;
  const page = openPage();
  const hook = await page.render(({ of, to }: { of: never; to: PdfTarget }) => useCitedWords(of, to), {
    of: slow,
    to: target(1, 1),
  });
  await hook.update({ of: pdf, to: target(1, 2) });
  await hook.after(() => (isFound ? answer.resolve([words]) : answer.reject(new Error('damaged'))));
  expect(hook.now?.nonce).toBe(2);
});
