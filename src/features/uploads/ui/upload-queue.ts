/** Lives outside of React, so that uploads continue on other pages. The transport is a port, for tests without a network. */
import { createStore } from 'zustand/vanilla';
import type { ClientError } from '#lib/client-error.ts';
import { pairFiles } from './pair-files.ts';

export type UploadState = 'queued' | 'uploading' | 'waiting' | 'paused' | 'finishing' | 'done' | 'failed';

export type UploadItem = {
  id: string;
  name: string;
  /** The name of the subtitles or transcript that come along with a recording. */
  wordsName: string | null;
  sentBytes: number;
  totalBytes: number;
  /** Over the last few seconds; null while unknown. */
  bytesPerSecond: number | null;
  state: UploadState;
  error: ClientError | null;
  contentId: string | null;
};

export type TransportEvents = {
  onProgress(sentBytes: number): void;
  onRetrying(): void;
  onError(error: ClientError): void;
  onUploaded(uploadId: string): void;
};

export type Transfer = {
  start(): void;
  pause(): void;
  /** Also deletes the server's part. */
  discard(): void;
};

export type UploadDeps = {
  openTransfer(file: File, events: TransportEvents): Promise<Transfer>;
  ensureAccount(): Promise<void>;
  /** Sends a small file. Returns its upload's id. */
  sendWords(file: File): Promise<string>;
  submit(uploadId: string, wordsId: string | null): Promise<{ contentId: string } | { problem: ClientError }>;
  /** The interface's. */
  language(): string;
  toError(error: unknown): ClientError;
  /** Called when all files of one `add` are done or failed. */
  onBatchDone(items: readonly UploadItem[]): void;
  now(): number;
};

type Entry = {
  item: UploadItem;
  file: File;
  words: File | null;
  batch: number;
  transfer: Transfer | null;
  uploadId: string | null;
  samples: { at: number; bytes: number }[];
};

const speedWindowMs = 5000;

export class UploadQueue {
  readonly state = createStore<{ items: readonly UploadItem[] }>()(() => ({ items: [] }));
  readonly #deps: UploadDeps;
  readonly #entries: Entry[] = [];
  /** Batches of which the end was reported. */
  readonly #ended = new Set<number>();
  #nextId = 1;
  #nextBatch = 1;

  constructor(deps: UploadDeps) {
    this.#deps = deps;
  }

  #publish(): void {
    this.state.setState({ items: this.#entries.map((entry) => entry.item) });
  }

  #update(entry: Entry, change: Partial<UploadItem>): void {
    entry.item = { ...entry.item, ...change };
    this.#publish();
  }

  add(files: readonly File[]): void {
    const batch = this.#nextBatch++;
    for (const { file, words } of pairFiles(files, this.#deps.language())) {
      const item: UploadItem = {
        id: String(this.#nextId++),
        name: file.name,
        wordsName: words?.name ?? null,
        sentBytes: 0,
        totalBytes: file.size,
        bytesPerSecond: null,
        state: 'queued',
        error: null,
        contentId: null,
      };
      this.#entries.push({ item, file, words, batch, transfer: null, uploadId: null, samples: [] });
    }
    this.#publish();
    this.#startNext();
  }

  #startNext(): void {
    if (this.#entries.some((entry) => ['uploading', 'waiting', 'finishing'].includes(entry.item.state))) return;
    const next = this.#entries.find((entry) => entry.item.state === 'queued');
    if (next !== undefined) void this.#run(next);
  }

  async #run(entry: Entry): Promise<void> {
    this.#update(entry, { state: 'uploading', error: null, bytesPerSecond: null });
    entry.samples = [];
    if (entry.uploadId !== null) return this.#finish(entry, entry.uploadId);
    try {
      await this.#deps.ensureAccount();
      entry.transfer ??= await this.#deps.openTransfer(entry.file, this.#eventsOf(entry));
    } catch (error) {
      return this.#fail(entry, this.#deps.toError(error));
    }
    // Paused or removed while the account was being created.
    if (entry.item.state === 'uploading' && this.#entries.includes(entry)) entry.transfer.start();
  }

  #eventsOf(entry: Entry): TransportEvents {
    return {
      onProgress: (sentBytes) => {
        if (entry.item.state !== 'uploading' && entry.item.state !== 'waiting') return;
        this.#update(entry, { state: 'uploading', sentBytes, bytesPerSecond: speedOf(entry, sentBytes, this.#deps.now()) });
      },
      onRetrying: () => {
        if (entry.item.state !== 'uploading') return;
        entry.samples = [];
        this.#update(entry, { state: 'waiting', bytesPerSecond: null });
      },
      onError: (error) => this.#fail(entry, error),
      onUploaded: (uploadId) => {
        entry.uploadId = uploadId;
        void this.#finish(entry, uploadId);
      },
    };
  }

  async #finish(entry: Entry, uploadId: string): Promise<void> {
    this.#update(entry, { state: 'finishing', sentBytes: entry.item.totalBytes, bytesPerSecond: null });
    try {
      // Sent anew each time: the server deletes it after a submission, also one that it refuses.
      const sent = entry.words === null ? { wordsId: null } : await this.#send(entry.words);
      if ('problem' in sent) return this.#fail(entry, sent.problem);
      const result = await this.#deps.submit(uploadId, sent.wordsId);
      if ('problem' in result) return this.#fail(entry, result.problem);
      this.#update(entry, { state: 'done', contentId: result.contentId });
    } catch (error) {
      return this.#fail(entry, this.#deps.toError(error));
    }
    this.#settle(entry.batch);
  }

  async #send(words: File): Promise<{ wordsId: string } | { problem: ClientError }> {
    try {
      return { wordsId: await this.#deps.sendWords(words) };
    } catch (error) {
      const { code, params } = this.#deps.toError(error);
      return { problem: { code, params: { ...params, field: 'wordsId' } } };
    }
  }

  #fail(entry: Entry, error: ClientError): void {
    // An upload that the server has deleted starts from the beginning; its words are sent anew anyway.
    if (error.code === 'upload_not_found' && error.params.field !== 'wordsId') {
      entry.transfer = null;
      entry.uploadId = null;
    }
    this.#update(entry, { state: 'failed', error, bytesPerSecond: null });
    this.#settle(entry.batch);
  }

  #settle(batch: number): void {
    const items = this.#entries.filter((entry) => entry.batch === batch).map((entry) => entry.item);
    if (items.length > 0 && items.every(hasEnded)) {
      this.#ended.add(batch);
      this.#deps.onBatchDone(items);
    }
    this.#startNext();
  }

  #find(id: string): Entry | undefined {
    return this.#entries.find((entry) => entry.item.id === id);
  }

  pause(id: string): void {
    const entry = this.#find(id);
    if (entry === undefined || !['queued', 'uploading', 'waiting'].includes(entry.item.state)) return;
    entry.transfer?.pause();
    this.#update(entry, { state: 'paused', bytesPerSecond: null });
    this.#startNext();
  }

  resume(id: string): void {
    const entry = this.#find(id);
    if (entry === undefined || (entry.item.state !== 'paused' && entry.item.state !== 'failed')) return;
    this.#update(entry, { state: 'queued', error: null });
    this.#startNext();
  }

  /** Goes on with the recording alone, when the words that came along are refused or cannot be sent. */
  resumeWithoutWords(id: string): void {
    const entry = this.#find(id);
    if (entry === undefined || entry.item.state !== 'failed') return;
    entry.words = null;
    this.#update(entry, { wordsName: null });
    this.resume(id);
  }

  /** Stops an unfinished upload and deletes the server's part. */
  remove(id: string): void {
    const entry = this.#find(id);
    if (entry === undefined || entry.item.state === 'finishing') return;
    if (entry.item.state !== 'done') entry.transfer?.discard();
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    this.#publish();
    // Dismissing one that has ended ends nothing, and an end is not told again.
    if (hasEnded(entry.item) || this.#ended.has(entry.batch)) this.#startNext();
    else this.#settle(entry.batch);
  }

  isBusy(): boolean {
    return this.#entries.some((entry) => !hasEnded(entry.item));
  }
}

function hasEnded({ state }: UploadItem): boolean {
  return state === 'done' || state === 'failed';
}

/** The last value while there is too little data. */
function speedOf(entry: Entry, sentBytes: number, at: number): number | null {
  entry.samples.push({ at, bytes: sentBytes });
  while (entry.samples.length > 2 && at - (entry.samples[0]?.at ?? at) > speedWindowMs) entry.samples.shift();
  const first = entry.samples[0];
  if (first === undefined || at - first.at < 500) return entry.item.bytesPerSecond;
  return Math.max(0, (sentBytes - first.bytes) / ((at - first.at) / 1000));
}
