/**
 * Uploads, one after the other, outside of React: they go on while the user looks at other pages. The transport (tus)
 * is a port, so that the queue can be tested without a network.
 */
import { createStore } from 'zustand/vanilla';
import type { ClientError } from '#rpc/client-error.ts';

export type UploadState = 'queued' | 'uploading' | 'waiting' | 'paused' | 'finishing' | 'done' | 'failed';

export type UploadItem = {
  id: string;
  name: string;
  sentBytes: number;
  totalBytes: number;
  /** Over the last few seconds; null while unknown. */
  bytesPerSecond: number | null;
  state: UploadState;
  error: ClientError | null;
  /** Set when `done`. */
  contentId: string | null;
};

export type TransportEvents = {
  onProgress(sentBytes: number): void;
  /** The connection broke and is tried again. */
  onRetrying(): void;
  onError(error: ClientError): void;
  onUploaded(uploadId: string): void;
};

export type Transfer = {
  start(): void;
  /** Stops sending; `start` goes on where it stopped. */
  pause(): void;
  /** Stops for good and tells the server to forget what it has. */
  discard(): void;
};

export type UploadDeps = {
  openTransfer(file: File, events: TransportEvents): Promise<Transfer>;
  /** Before the first byte: makes sure that there is an account to own the file. */
  ensureAccount(): Promise<void>;
  submit(uploadId: string): Promise<{ contentId: string } | { problem: ClientError }>;
  toError(error: unknown): ClientError;
  /** Every file of one `add` is through, well or not. */
  onBatchDone(items: readonly UploadItem[]): void;
  now(): number;
};

type Entry = {
  item: UploadItem;
  file: File;
  batch: number;
  transfer: Transfer | null;
  uploadId: string | null;
  samples: { at: number; bytes: number }[];
};

export type UploadQueue = ReturnType<typeof createUploadQueue>;

const speedWindowMs = 5000;

export function createUploadQueue(deps: UploadDeps) {
  const entries: Entry[] = [];
  const state = createStore<{ items: readonly UploadItem[] }>()(() => ({ items: [] }));
  let nextId = 1;
  let nextBatch = 1;

  function publish(): void {
    state.setState({ items: entries.map((entry) => entry.item) });
  }

  function update(entry: Entry, change: Partial<UploadItem>): void {
    entry.item = { ...entry.item, ...change };
    publish();
  }

  function add(files: readonly File[]): void {
    const batch = nextBatch++;
    for (const file of files) {
      const item: UploadItem = {
        id: String(nextId++),
        name: file.name,
        sentBytes: 0,
        totalBytes: file.size,
        bytesPerSecond: null,
        state: 'queued',
        error: null,
        contentId: null,
      };
      entries.push({ item, file, batch, transfer: null, uploadId: null, samples: [] });
    }
    publish();
    startNext();
  }

  function startNext(): void {
    if (entries.some((entry) => ['uploading', 'waiting', 'finishing'].includes(entry.item.state))) return;
    const next = entries.find((entry) => entry.item.state === 'queued');
    if (next !== undefined) void run(next);
  }

  async function run(entry: Entry): Promise<void> {
    update(entry, { state: 'uploading', error: null, bytesPerSecond: null });
    entry.samples = [];
    if (entry.uploadId !== null) return finish(entry, entry.uploadId);
    try {
      await deps.ensureAccount();
      entry.transfer ??= await deps.openTransfer(entry.file, eventsOf(entry));
    } catch (error) {
      return fail(entry, deps.toError(error));
    }
    // Paused or removed while the account was being made.
    if (entry.item.state === 'uploading' && entries.includes(entry)) entry.transfer.start();
  }

  function eventsOf(entry: Entry): TransportEvents {
    return {
      onProgress(sentBytes) {
        if (entry.item.state !== 'uploading' && entry.item.state !== 'waiting') return;
        update(entry, { state: 'uploading', sentBytes, bytesPerSecond: measure(entry, sentBytes) });
      },
      onRetrying() {
        if (entry.item.state !== 'uploading') return;
        entry.samples = [];
        update(entry, { state: 'waiting', bytesPerSecond: null });
      },
      onError: (error) => fail(entry, error),
      onUploaded(uploadId) {
        entry.uploadId = uploadId;
        void finish(entry, uploadId);
      },
    };
  }

  function measure(entry: Entry, sentBytes: number): number | null {
    const at = deps.now();
    entry.samples.push({ at, bytes: sentBytes });
    while (entry.samples.length > 2 && at - (entry.samples[0]?.at ?? at) > speedWindowMs) entry.samples.shift();
    const first = entry.samples[0];
    if (first === undefined || at - first.at < 500) return entry.item.bytesPerSecond;
    return Math.max(0, (sentBytes - first.bytes) / ((at - first.at) / 1000));
  }

  async function finish(entry: Entry, uploadId: string): Promise<void> {
    update(entry, { state: 'finishing', sentBytes: entry.item.totalBytes, bytesPerSecond: null });
    try {
      const result = await deps.submit(uploadId);
      if ('problem' in result) return fail(entry, result.problem);
      update(entry, { state: 'done', contentId: result.contentId });
    } catch (error) {
      return fail(entry, deps.toError(error));
    }
    settle(entry.batch);
  }

  function fail(entry: Entry, error: ClientError): void {
    // What the server has forgotten has to be sent again from the beginning.
    if (error.code === 'upload_not_found') {
      entry.transfer = null;
      entry.uploadId = null;
    }
    update(entry, { state: 'failed', error, bytesPerSecond: null });
    settle(entry.batch);
  }

  function settle(batch: number): void {
    const items = entries.filter((entry) => entry.batch === batch).map((entry) => entry.item);
    if (items.length > 0 && items.every((item) => item.state === 'done' || item.state === 'failed')) deps.onBatchDone(items);
    startNext();
  }

  function find(id: string): Entry | undefined {
    return entries.find((entry) => entry.item.id === id);
  }

  return {
    add,
    pause(id: string): void {
      const entry = find(id);
      if (entry === undefined || !['queued', 'uploading', 'waiting'].includes(entry.item.state)) return;
      entry.transfer?.pause();
      update(entry, { state: 'paused', bytesPerSecond: null });
      startNext();
    },
    /** Goes on after a pause, or tries again after a failure. */
    resume(id: string): void {
      const entry = find(id);
      if (entry === undefined || (entry.item.state !== 'paused' && entry.item.state !== 'failed')) return;
      update(entry, { state: 'queued', error: null });
      startNext();
    },
    /** Takes it off the list; what is not done yet is stopped and forgotten by the server. */
    remove(id: string): void {
      const entry = find(id);
      if (entry === undefined || entry.item.state === 'finishing') return;
      if (entry.item.state !== 'done') entry.transfer?.discard();
      entries.splice(entries.indexOf(entry), 1);
      publish();
      settle(entry.batch);
    },
    state,
    isBusy: (): boolean => entries.some((entry) => !['done', 'failed'].includes(entry.item.state)),
  };
}
