import { expect, test } from 'vitest';
import type { ErrorCode } from '#lib/app-error.ts';
import { isAboutWords, type Transfer, type TransportEvents, type UploadItem, UploadQueue } from './upload-queue.ts';

type Opened = { file: File; events: TransportEvents; calls: string[] };

function setUp(
  submit: (
    id: string,
    wordsId: string | null,
  ) => Promise<{ contentId: string } | { problem: { code: ErrorCode; params: object } }>,
  ensureAccount: () => Promise<void> = async () => undefined,
) {
  const opened: Opened[] = [];
  const batches: (readonly UploadItem[])[] = [];
  let clock = 0;
  const queue = new UploadQueue({
    async openTransfer(file, events): Promise<Transfer> {
      const calls: string[] = [];
      opened.push({ file, events, calls });
      return {
        start: () => void calls.push('start'),
        pause: () => void calls.push('pause'),
        discard: () => void calls.push('discard'),
      };
    },
    ensureAccount,
    submit: submit as never,
    toError: () => ({ code: 'offline', params: {} }),
    onBatchDone: (items) => void batches.push(items),
    now: () => clock,
  });
  const states = () => queue.state.getState().items.map((item) => item.state);
  return { queue, opened, batches, states, tick: (ms: number) => (clock += ms) };
}

const file = (name: string, size = 1000) => new File([new Uint8Array(size)], name);
const alone = (name: string) => ({ file: file(name), words: null });
const pair = (name: string, wordsName: string) => ({ file: file(name), words: file(wordsName, 50) });
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('files are uploaded one after the other, and each becomes a content', async () => {
  const { queue, opened, batches, states } = setUp(async (id) => ({ contentId: `content-of-${id}` }));
  queue.add([alone('a.mp4'), alone('b.mp4')]);
  await settle();
  expect(states()).toEqual(['uploading', 'queued']);
  opened[0]?.events.onUploaded('upload-a');
  await settle();
  expect(states()).toEqual(['done', 'uploading']);
  expect(batches).toEqual([]);
  opened[1]?.events.onUploaded('upload-b');
  await settle();
  expect(queue.state.getState().items.map((item) => item.contentId)).toEqual(['content-of-upload-a', 'content-of-upload-b']);
  expect(batches).toHaveLength(1);
});

test('a file that is paused and resumed before its account exists is sent once', async () => {
  const accounts: (() => void)[] = [];
  const submitted: string[] = [];
  const { queue, opened, states } = setUp(
    async (id) => ({ contentId: `content ${submitted.push(id)}` }),
    () => new Promise<void>((resolve) => void accounts.push(resolve)),
  );
  queue.add([alone('a.mp4')]);
  queue.pause('1');
  queue.resume('1');
  for (const made of accounts) made();
  await settle();
  expect(opened.map(({ calls }) => calls)).toEqual([['start']]);
  opened[0]?.events.onUploaded('upload-a');
  opened[0]?.events.onUploaded('upload-b');
  await settle();
  expect([states(), submitted]).toEqual([['done'], ['upload-a']]);
});

test.each(['storage_quota', 'rate_limited', 'offline'] as const)('%s is no fault of the words', async (code) => {
  const { queue, opened } = setUp(async () => ({ contentId: 'c' }));
  queue.add([pair('talk.mp3', 'talk.srt')]);
  await settle();
  opened[0]?.events.onError({ code, params: {} });
  const error = queue.state.getState().items[0]?.error;
  expect([error?.code, error && isAboutWords(error)]).toEqual([code, false]);
});

test('a broken connection is shown as waiting until the next byte', async () => {
  const { queue, opened, states, tick } = setUp(async () => ({ contentId: 'c' }));
  queue.add([alone('a.mp4')]);
  await settle();
  const events = opened[0]?.events;
  events?.onProgress(100);
  tick(1000);
  events?.onProgress(400);
  expect(queue.state.getState().items[0]?.bytesPerSecond).toBe(300);
  events?.onRetrying();
  expect(states()).toEqual(['waiting']);
  expect(queue.state.getState().items[0]).toMatchObject({ sentBytes: 400, bytesPerSecond: null });
  events?.onProgress(450);
  expect(states()).toEqual(['uploading']);
});

test('a pause starts the next file, and resuming continues the same transfer', async () => {
  const { queue, opened, states } = setUp(async () => ({ contentId: 'c' }));
  queue.add([alone('a.mp4'), alone('b.mp4')]);
  await settle();
  queue.pause('1');
  await settle();
  expect(states()).toEqual(['paused', 'uploading']);
  queue.resume('1');
  expect(states()).toEqual(['queued', 'uploading']);
  opened[1]?.events.onUploaded('upload-b');
  await settle();
  expect(states()).toEqual(['uploading', 'done']);
  expect(opened).toHaveLength(2);
  expect(opened[0]?.calls).toEqual(['start', 'pause', 'start']);
});

test('removing a running file deletes it on the server and starts the next', async () => {
  const { queue, opened, states } = setUp(async () => ({ contentId: 'c' }));
  queue.add([alone('a.mp4'), alone('b.mp4')]);
  await settle();
  queue.remove('1');
  await settle();
  expect(opened[0]?.calls).toEqual(['start', 'discard']);
  expect(states()).toEqual(['uploading']);
  expect(queue.state.getState().items[0]?.name).toBe('b.mp4');
});

test('the end of a batch is told when its last file ends or is taken away, and not again when one is dismissed', async () => {
  const { queue, opened, batches } = setUp(async (id) => ({ contentId: id }));
  const namesTold = () => batches.map((items) => items.map(({ name }) => name));
  queue.add([alone('a.mp4'), alone('b.mp4')]);
  await settle();
  opened[0]?.events.onUploaded('upload-a');
  await settle();
  queue.remove('2');
  expect(namesTold()).toEqual([['a.mp4']]);
  queue.add([alone('c.mp4'), alone('d.mp4')]);
  for (const at of [2, 3]) {
    await settle();
    opened[at]?.events.onUploaded(`upload-${at}`);
  }
  await settle();
  expect(namesTold()).toEqual([['a.mp4'], ['c.mp4', 'd.mp4']]);
  queue.remove('3');
  expect(batches).toHaveLength(2);
  // One that failed is told again once it is there, but not when it is taken away instead.
  queue.add([alone('e.mp4'), alone('f.mp4')]);
  await settle();
  opened[4]?.events.onUploaded('upload-e');
  await settle();
  opened[5]?.events.onError({ code: 'offline', params: {} });
  queue.resume('6');
  queue.remove('6');
  expect(batches).toHaveLength(3);
});

test('a refused summary keeps the upload: trying again submits without sending a byte', async () => {
  let refused = true;
  const { queue, opened, states } = setUp(async () =>
    refused ? { problem: { code: 'media_unreadable', params: {} } } : { contentId: 'c' },
  );
  queue.add([alone('a.mp4')]);
  await settle();
  opened[0]?.events.onUploaded('upload-a');
  await settle();
  expect(states()).toEqual(['failed']);
  expect(queue.state.getState().items[0]?.error?.code).toBe('media_unreadable');
  refused = false;
  queue.resume('1');
  await settle();
  expect(states()).toEqual(['done']);
  expect(opened[0]?.calls).toEqual(['start']);
});

test('a recording and its words are one row: both are sent, then both are submitted', async () => {
  const submitted: [string, string | null][] = [];
  const { queue, opened, batches, states } = setUp(async (...ids) => {
    submitted.push(ids);
    return { contentId: 'c' };
  });
  const row = () => queue.state.getState().items[0];
  queue.add([pair('talk.mp3', 'talk.srt')]);
  await settle();
  expect(row()).toMatchObject({ name: 'talk.mp3', wordsName: 'talk.srt', totalBytes: 1050, sentBytes: 0 });
  expect(opened.map((one) => one.file.name)).toEqual(['talk.srt']);
  opened[0]?.events.onProgress(20);
  expect(row()?.sentBytes).toBe(20);
  opened[0]?.events.onUploaded('words');
  await settle();
  expect(states()).toEqual(['uploading']);
  expect(opened.map((one) => one.file.name)).toEqual(['talk.srt', 'talk.mp3']);
  opened[1]?.events.onProgress(300);
  expect(row()?.sentBytes).toBe(350);
  expect(submitted).toEqual([]);
  opened[1]?.events.onUploaded('recording');
  await settle();
  expect(submitted).toEqual([['recording', 'words']]);
  expect(row()).toMatchObject({ state: 'done', contentId: 'c', sentBytes: 1050 });
  expect(batches.map((items) => items.length)).toEqual([1]);
});

test('a pause holds the file that is being sent, and a pair that is taken away takes both along', async () => {
  const { queue, opened, states } = setUp(async () => ({ contentId: 'c' }));
  queue.add([pair('talk.mp3', 'talk.srt')]);
  await settle();
  queue.pause('1');
  // Its last byte was on its way.
  opened[0]?.events.onUploaded('words');
  await settle();
  expect(states()).toEqual(['paused']);
  expect(opened).toHaveLength(1);
  queue.resume('1');
  await settle();
  queue.pause('1');
  expect(opened.map(({ calls }) => calls)).toEqual([
    ['start', 'pause'],
    ['start', 'pause'],
  ]);
  queue.remove('1');
  expect(opened.map(({ calls }) => calls.at(-1))).toEqual(['discard', 'discard']);
});

const aboutWords = { field: 'wordsId' };

test('words that are refused are sent again with the next try, their recording is not', async () => {
  const submitted: [string, string | null][] = [];
  const { queue, opened, states } = setUp(async (...ids) => {
    submitted.push(ids);
    return submitted.length < 3 ? { problem: { code: 'upload_not_found', params: aboutWords } } : { contentId: 'c' };
  });
  queue.add([pair('talk.mp3', 'talk.srt')]);
  for (const id of ['words-1', 'recording', 'words-2', 'words-3']) {
    await settle();
    if (states()[0] === 'failed') queue.resume('1');
    await settle();
    opened.at(-1)?.events.onUploaded(id);
  }
  await settle();
  expect(submitted).toEqual([
    ['recording', 'words-1'],
    ['recording', 'words-2'],
    ['recording', 'words-3'],
  ]);
  expect(states()).toEqual(['done']);
  expect(opened.map((one) => one.file.name)).toEqual(['talk.srt', 'talk.mp3', 'talk.srt', 'talk.srt']);
});

test('a recording that the server has forgotten is sent again, and its words with it', async () => {
  const { queue, opened } = setUp(async () => ({ problem: { code: 'upload_not_found', params: {} } }));
  queue.add([pair('talk.mp3', 'talk.srt')]);
  for (const at of [0, 1, 2, 3]) {
    await settle();
    queue.resume('1');
    await settle();
    opened[at]?.events.onUploaded(`upload-${at}`);
  }
  await settle();
  expect(opened.map((one) => one.file.name)).toEqual(['talk.srt', 'talk.mp3', 'talk.srt', 'talk.mp3']);
});

test('a recording goes on without words that are refused, and is not sent again', async () => {
  const submitted: [string, string | null][] = [];
  const { queue, opened, states } = setUp(async (id, wordsId) => {
    submitted.push([id, wordsId]);
    return wordsId === null ? { contentId: 'c' } : { problem: { code: 'subtitles_empty', params: aboutWords } };
  });
  queue.add([pair('talk.mp3', 'talk.srt')]);
  for (const [at, id] of ['words', 'recording'].entries()) {
    await settle();
    opened[at]?.events.onUploaded(id);
  }
  await settle();
  const [refused] = queue.state.getState().items;
  expect(refused).toMatchObject({ state: 'failed', error: { code: 'subtitles_empty' }, wordsName: 'talk.srt', sentBytes: 1000 });
  expect(refused?.error && isAboutWords(refused.error)).toBe(true);
  queue.resumeWithoutWords('1');
  await settle();
  expect(states()).toEqual(['done']);
  expect(queue.state.getState().items[0]).toMatchObject({ wordsName: null, totalBytes: 1000, sentBytes: 1000 });
  expect(submitted).toEqual([
    ['recording', 'words'],
    ['recording', null],
  ]);
  expect(opened).toHaveLength(2);
});

test('words that cannot be sent hold their recording back until it goes on without them', async () => {
  const { queue, opened, states } = setUp(async () => ({ contentId: 'c' }));
  queue.add([pair('talk.mp3', 'talk.srt')]);
  await settle();
  opened[0]?.events.onError({ code: 'offline', params: {} });
  expect(queue.state.getState().items[0]?.error).toEqual({ code: 'offline', params: {} });
  queue.resume('1');
  await settle();
  opened[0]?.events.onError({ code: 'file_too_large', params: { used: '1' } });
  const [failed] = queue.state.getState().items;
  expect(failed?.error).toEqual({ code: 'file_too_large', params: { used: '1', ...aboutWords } });
  queue.resumeWithoutWords('1');
  await settle();
  expect(opened.map((one) => [one.file.name, one.calls.at(-1)])).toEqual([
    ['talk.srt', 'discard'],
    ['talk.mp3', 'start'],
  ]);
  // Of the recording itself it is said without the words.
  opened[1]?.events.onError({ code: 'offline', params: {} });
  expect(queue.state.getState().items[0]?.error).toEqual({ code: 'offline', params: {} });
  queue.resumeWithoutWords('none');
  expect(states()).toEqual(['failed']);
});

test('an upload the server has forgotten is sent again from the beginning', async () => {
  const { queue, opened } = setUp(async () => ({ contentId: 'c' }));
  queue.add([alone('a.mp4')]);
  await settle();
  opened[0]?.events.onError({ code: 'upload_not_found', params: {} });
  queue.resume('1');
  await settle();
  expect(opened).toHaveLength(2);
});

test('a file without an account to send it to fails, and can be resumed', async () => {
  let works = false;
  const { queue, opened, batches, states } = setUp(
    async () => ({ contentId: 'c' }),
    async () => {
      if (!works) throw new Error('no');
    },
  );
  queue.add([alone('a.mp4'), alone('b.mp4')]);
  expect([states(), queue.isBusy()]).toEqual([['uploading', 'queued'], true]);
  await settle();
  expect([states(), opened.length, batches.length, queue.isBusy()]).toEqual([['failed', 'failed'], 0, 1, false]);
  expect(queue.state.getState().items[0]?.error).toEqual({ code: 'offline', params: {} });
  works = true;
  queue.resume('1');
  await settle();
  expect([states(), opened.map(({ calls }) => calls), queue.isBusy()]).toEqual([['uploading', 'failed'], [['start']], true]);
});

test('a submission that is lost fails, and is made again without sending the file again', async () => {
  let tries = 0;
  const { queue, opened, batches, states } = setUp(async () => {
    if (++tries === 1) throw new Error('lost');
    return { contentId: 'c' };
  });
  queue.add([alone('a.mp4')]);
  await settle();
  opened[0]?.events.onUploaded('upload-a');
  await settle();
  expect([states(), queue.state.getState().items[0]?.error?.code, batches.length]).toEqual([['failed'], 'offline', 1]);
  queue.resume('1');
  await settle();
  expect([states(), opened.length, tries]).toEqual([['done'], 1, 2]);
});

test('the speed is that of the last five seconds, and unknown for half a second', async () => {
  const { queue, opened, tick } = setUp(async () => ({ contentId: 'c' }));
  queue.add([{ file: file('a.mp4', 10_000), words: null }]);
  await settle();
  const after = (ms: number, bytes: number) => {
    tick(ms);
    opened[0]?.events.onProgress(bytes);
    return queue.state.getState().items[0]?.bytesPerSecond;
  };
  expect([after(0, 0), after(499, 100), after(1, 200)]).toEqual([null, null, 400]);
  opened[0]?.events.onRetrying();
  expect([after(0, 200), after(60_000, 800)]).toEqual([null, 10]);
  opened[0]?.events.onRetrying();
  const speeds = [1000, 2000, 2100, 2200, 2300, 2400, 2500, 2600].map((bytes, index) => after(index === 0 ? 0 : 1000, bytes));
  expect(speeds.at(1)).toBe(1000);
  expect(speeds.at(-1)).toBe(100);
  expect(after(1000, 2000)).toBe(0);
});
