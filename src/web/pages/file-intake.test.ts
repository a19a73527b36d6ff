import { createElement, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { UploadsProvider, useUploads } from '#features/uploads/ui/uploads-provider.tsx';
import { uploads } from '#features/uploads/words/first/en.ts';
import { shortenFileName } from '#lib/file-name.ts';
import { openPage } from '../../../tests/harness/interface/page.tsx';
import { useAddFiles, useOpenWhenUploaded } from './file-intake.ts';

const fileOf = (name: string, size = 10) => Object.defineProperty(new File([], name), 'size', { value: size });
const within = (children: ReactNode) =>
  createElement(UploadsProvider, { noteLanguage: 'en', detail: 'standard', children }, children);

/** Nothing is sent: the account that uploads need never comes. */
async function opened(limit: Promise<number> | number = 5 * 1024) {
  const page = openPage({
    words: { uploads },
    answers: {
      'system.info': async () => ({ maxUploadBytes: await limit }),
      'account.ensure': () => new Promise(() => undefined),
    },
  });
  const hook = await page.render(() => ({ add: useAddFiles(), queue: useUploads().queue }), null, within);
  const add = async (...files: File[]) => {
    await hook.after((now) => now.add(files));
    return hook.now.queue.state.getState().items.map(({ name, wordsName }) => [name, wordsName]);
  };
  return { page, add };
}

test('files are refused by name before they are sent, where they are empty or too large', async () => {
  const { page, add } = await opened();
  expect(await add(fileOf('empty.mp3', 0), fileOf('large.mp3', 6 * 1024))).toEqual([]);
  expect(page.toasts).toEqual([
    { tone: 'error', message: 'empty.mp3 is empty, so there’s nothing to summarize.' },
    { tone: 'error', message: 'large.mp3 is 6 kB, over the 5 kB limit. Convert it to audio, or split it and upload the parts.' },
  ]);
  page.toasts.length = 0;
  expect(await add(fileOf('most.mp3', 5 * 1024), fileOf('more.mp3', 5 * 1024 + 1), fileOf('least.mp3', 1))).toEqual([
    ['most.mp3', null],
    ['least.mp3', null],
  ]);
  expect(page.toasts.length).toBe(1);
  const long = `${'a long name '.repeat(6)}.mp3`;
  await add(fileOf(long, 0));
  expect(page.toasts[1]?.message).toBe(`${shortenFileName(long, 48)} is empty, so there’s nothing to summarize.`);
});

test('until the server has said its limit, the usual one holds', async () => {
  const { add, page } = await opened(new Promise(() => undefined));
  const most = 4 * 1024 ** 3;
  expect(await add(fileOf('a.mp4', most), fileOf('b.mp4', most + 1))).toEqual([['a.mp4', null]]);
  expect(page.toasts[0]?.message).toContain('b.mp4 is 4 GB, over the 4 GB limit.');
});

test('a recording is sent with its words, and which of them are not used is said', async () => {
  const { page, add } = await opened();
  const names = ['talk.de.srt', 'talk.mp3', 'talk.srt', 'talk.en.srt', 'other.mp3', 'other.vtt'];
  expect(await add(...names.map((name) => fileOf(name)))).toEqual([
    ['talk.mp3', 'talk.en.srt'],
    ['other.mp3', 'other.vtt'],
  ]);
  expect(page.toasts).toEqual([
    {
      tone: 'info',
      message: 'talk.mp3 gets its words from talk.en.srt. Not used: talk.srt and talk.de.srt',
      durationMs: 10_000,
    },
  ]);
});

test('the content of a single file is opened once it is there; several stay listed', async () => {
  const page = openPage({ answers: { 'account.ensure': () => new Promise(() => undefined) } });
  const went: string[] = [];
  let listeners = 0;
  type Done = { id: string; contentId: string | null };
  let tell: (items: readonly Done[]) => void = () => undefined;
  const hook = await page.render(
    () => {
      const found = useUploads();
      Object.assign(found, {
        onBatchDone(listener: typeof tell) {
          tell = listener;
          listeners++;
          return () => void listeners--;
        },
      });
      useOpenWhenUploaded((id) => void went.push(id));
      return found.queue;
    },
    null,
    within,
  );
  const removed = vi.spyOn(hook.now, 'remove');
  const done = (id: string, contentId: string | null) => ({ id, contentId });
  const told = async (...items: Done[]) => {
    await hook.after(() => tell(items));
    return [went.splice(0), removed.mock.calls.splice(0)];
  };
  expect(await told(done('1', 'a'))).toEqual([['a'], [['1']]]);
  expect(await told(done('1', 'a'), done('2', 'b'))).toEqual([[], []]);
  expect(await told(done('1', null))).toEqual([[], []]);
  expect(await told()).toEqual([[], []]);
  // More files were chosen meanwhile.
  await hook.after((queue) => queue.add([{ file: fileOf('b.mp3'), words: null }]));
  expect(await told(done('9', 'a'))).toEqual([[], []]);
  expect(listeners).toBe(1);
  await hook.leave();
  expect(listeners).toBe(0);
});
