import { expect, test } from 'vitest';
import { type Transfer, type TransportEvents, type UploadItem, UploadQueue } from './upload-queue.ts';

type Opened = { file: File; events: TransportEvents; calls: string[] };

function setUp(
  submit: (
    id: string,
    wordsId: string | null,
  ) => Promise<{ contentId: string } | { problem: { code: 'media_unreadable' | 'upload_not_found'; params: object } }>,
) {
  const opened: Opened[] = [];
  const batches: (readonly UploadItem[])[] = [];
  let clock = 0;
  let sent = 0;
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
    ensureAccount: async () => undefined,
    sendWords: async ({ name }) => {
      if (name.startsWith('lost')) throw new Error('refused');
      return `words-${++sent}-${name}`;
    },
    submit: submit as never,
    language: () => 'zh',
    toError: ({ message }: Error) => ({ code: message === 'refused' ? 'upload_not_found' : 'offline', params: {} }),
    onBatchDone: (items) => void batches.push(items),
    now: () => clock,
  });
  const states = () => queue.state.getState().items.map((item) => item.state);
  return { queue, opened, batches, states, tick: (ms: number) => (clock += ms) };
}

const file = (name: string, size = 1000) => new File([new Uint8Array(size)], name);
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('files are uploaded one after the other, and each becomes a content', async () => {
  const { queue, opened, batches, states } = setUp(async (id) => ({ contentId: `content-of-${id}` }));
  queue.add([file('a.mp4'), file('b.mp4')]);
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

test('a broken connection is shown as waiting until the next byte', async () => {
  const { queue, opened, states, tick } = setUp(async () => ({ contentId: 'c' }));
  queue.add([file('a.mp4')]);
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
  queue.add([file('a.mp4'), file('b.mp4')]);
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
  queue.add([file('a.mp4'), file('b.mp4')]);
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
  queue.add([file('a.mp4'), file('b.mp4')]);
  await settle();
  opened[0]?.events.onUploaded('upload-a');
  await settle();
  queue.remove('2');
  expect(namesTold()).toEqual([['a.mp4']]);
  queue.add([file('c.mp4'), file('d.mp4')]);
  for (const at of [2, 3]) {
    await settle();
    opened[at]?.events.onUploaded(`upload-${at}`);
  }
  await settle();
  expect(namesTold()).toEqual([['a.mp4'], ['c.mp4', 'd.mp4']]);
  queue.remove('3');
  expect(batches).toHaveLength(2);
  // One that failed is told again once it is there, but not when it is taken away instead.
  queue.add([file('e.mp4'), file('f.mp4')]);
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
  queue.add([file('a.mp4')]);
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

test('subtitles that come along with a recording make no item, and are sent with each try', async () => {
  const submitted: [string, string | null][] = [];
  const { queue, opened, batches, states } = setUp(async (...ids) => {
    submitted.push(ids);
    return submitted.length === 1 ? { problem: { code: 'media_unreadable', params: {} } } : { contentId: 'c' };
  });
  queue.add([file('talk.en.srt'), file('talk.mp3'), file('talk.zh.srt')]);
  await settle();
  expect(queue.state.getState().items.map(({ name, wordsName }) => [name, wordsName])).toEqual([
    ['talk.en.srt', null],
    ['talk.mp3', 'talk.zh.srt'],
  ]);
  queue.remove('1');
  await settle();
  opened[1]?.events.onUploaded('upload-talk');
  await settle();
  expect(states()).toEqual(['failed']);
  queue.resume('2');
  await settle();
  expect(states()).toEqual(['done']);
  expect(submitted).toEqual([
    ['upload-talk', 'words-1-talk.zh.srt'],
    ['upload-talk', 'words-2-talk.zh.srt'],
  ]);
  expect(batches.at(-1)).toHaveLength(1);
});

test('a recording goes on without words that are refused, also lost ones, and is not sent again', async () => {
  const submitted: [string, string | null][] = [];
  const { queue, opened, states } = setUp(async (id, wordsId) => {
    submitted.push([id, wordsId]);
    if (wordsId !== null) return { problem: { code: 'upload_not_found', params: { field: 'wordsId' } } };
    return { contentId: 'c' };
  });
  queue.add([file('talk.mp3'), file('talk.srt'), file('lost.mp3'), file('lost.srt')]);
  for (const [at, id] of ['1', '2'].entries()) {
    await settle();
    opened[at]?.events.onUploaded(`upload-${id}`);
    await settle();
    expect(queue.state.getState().items[at]).toMatchObject({ state: 'failed', error: { code: 'upload_not_found' } });
    queue.resumeWithoutWords(id);
    await settle();
  }
  expect(states()).toEqual(['done', 'done']);
  expect(queue.state.getState().items.map(({ wordsName }) => wordsName)).toEqual([null, null]);
  expect(opened).toHaveLength(2);
  expect(submitted).toEqual([
    ['upload-1', 'words-1-talk.srt'],
    ['upload-1', null],
    ['upload-2', null],
  ]);
});

test('an upload the server has forgotten is sent again from the beginning', async () => {
  const { queue, opened } = setUp(async () => ({ contentId: 'c' }));
  queue.add([file('a.mp4')]);
  await settle();
  opened[0]?.events.onError({ code: 'upload_not_found', params: {} });
  queue.resume('1');
  await settle();
  expect(opened).toHaveLength(2);
});
