/** Lives outside of React, so that uploads continue on other pages. The transport is a port, for tests without a network. */
import { createStore } from 'zustand/vanilla';
import type { ClientError } from '#lib/client-error.ts';
import type { ChosenFile } from './pair-files.ts';

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
  submit(uploadId: string, wordsId: string | null): Promise<{ contentId: string } | { problem: ClientError }>;
  toError(error: unknown): ClientError;
  /** Called when all files of one `add` are done or failed. */
  onBatchDone(items: readonly UploadItem[]): void;
  now(): number;
};

/** A file that is sent for an item: the recording, or before it the words that come along. */
type Part = {
  file: File;
  isWords: boolean;
  opening: Promise<Transfer> | null;
  transfer: Transfer | null;
  uploadId: string | null;
  sentBytes: number;
};

type Entry = {
  item: UploadItem;
  /** In the order in which they are sent. */
  parts: Part[];
  batch: number;
  samples: { at: number; bytes: number }[];
  /** Of starts: an earlier one ends at its next step. */
  turn: number;
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

  add(files: readonly Pick<ChosenFile<File>, 'file' | 'words'>[]): void {
    const batch = this.#nextBatch++;
    for (const { file, words } of files) {
      const parts = [...(words === null ? [] : [partOf(words, true)]), partOf(file, false)];
      const item: UploadItem = {
        id: String(this.#nextId++),
        name: file.name,
        wordsName: words?.name ?? null,
        sentBytes: 0,
        totalBytes: sizeOf(parts),
        bytesPerSecond: null,
        state: 'queued',
        error: null,
        contentId: null,
      };
      this.#entries.push({ item, parts, batch, samples: [], turn: 0 });
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
    const turn = ++entry.turn;
    const part = partInTurn(entry);
    if (part === undefined) return this.#finish(entry);
    try {
      await this.#deps.ensureAccount();
      part.opening ??= this.#deps.openTransfer(part.file, this.#eventsOf(entry, part));
      part.transfer = await part.opening;
    } catch (error) {
      part.opening = null;
      if (entry.turn === turn) this.#fail(entry, this.#deps.toError(error));
      return;
    }
    // Paused, paused and resumed, or removed meanwhile.
    if (entry.turn === turn && entry.item.state === 'uploading' && this.#entries.includes(entry)) part.transfer.start();
  }

  #eventsOf(entry: Entry, part: Part): TransportEvents {
    return {
      onProgress: (partBytes) => {
        if (entry.item.state !== 'uploading' && entry.item.state !== 'waiting') return;
        part.sentBytes = partBytes;
        const sentBytes = sentOf(entry);
        this.#update(entry, { state: 'uploading', sentBytes, bytesPerSecond: speedOf(entry, sentBytes, this.#deps.now()) });
      },
      onRetrying: () => {
        if (entry.item.state !== 'uploading') return;
        entry.samples = [];
        this.#update(entry, { state: 'waiting', bytesPerSecond: null });
      },
      onError: (error) => this.#failSending(entry, part, error),
      onUploaded: (uploadId) => {
        if (part.uploadId !== null) return;
        part.uploadId = uploadId;
        part.sentBytes = part.file.size;
        // One that was paused at its last byte goes on with the next file when it is resumed.
        if (entry.item.state !== 'paused' || partInTurn(entry) === undefined) void this.#run(entry);
      },
    };
  }

  async #finish(entry: Entry): Promise<void> {
    this.#update(entry, { state: 'finishing', sentBytes: entry.item.totalBytes, bytesPerSecond: null });
    const idOf = (isWords: boolean) => entry.parts.find((part) => part.isWords === isWords)?.uploadId ?? null;
    try {
      const result = await this.#deps.submit(idOf(false) ?? '', idOf(true));
      if ('problem' in result) return this.#refuse(entry, result.problem);
      this.#update(entry, { state: 'done', contentId: result.contentId });
    } catch (error) {
      return this.#refuse(entry, this.#deps.toError(error));
    }
    this.#settle(entry.batch);
  }

  #failSending(entry: Entry, part: Part, error: ClientError): void {
    // An upload that the server has deleted starts from the beginning.
    if (error.code === 'upload_not_found') forget(part);
    const isOfWords = part.isWords && !forAnyFile.has(error.code);
    this.#fail(entry, isOfWords ? { ...error, params: { ...error.params, field: wordsField } } : error);
  }

  #refuse(entry: Entry, error: ClientError): void {
    const isGone = error.code === 'upload_not_found' && !isAboutWords(error);
    // The server deletes words after a submission, also after one that it refuses. A recording is not sent again for them.
    for (const part of entry.parts) if (part.isWords || isGone) forget(part);
    this.#fail(entry, error);
  }

  #fail(entry: Entry, error: ClientError): void {
    this.#update(entry, { state: 'failed', error, sentBytes: sentOf(entry), bytesPerSecond: null });
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
    partInTurn(entry)?.transfer?.pause();
    this.#update(entry, { state: 'paused', bytesPerSecond: null });
    this.#startNext();
  }

  resume(id: string): void {
    const entry = this.#find(id);
    if (entry === undefined || (entry.item.state !== 'paused' && entry.item.state !== 'failed')) return;
    this.#update(entry, { state: 'queued', error: null });
    this.#startNext();
  }

  /** Goes on with the recording alone, when the words that come along are refused or cannot be sent. */
  resumeWithoutWords(id: string): void {
    const entry = this.#find(id);
    if (entry === undefined || entry.item.state !== 'failed') return;
    for (const part of entry.parts) if (part.isWords) part.transfer?.discard();
    entry.parts = entry.parts.filter((part) => !part.isWords);
    this.#update(entry, { wordsName: null, sentBytes: sentOf(entry), totalBytes: sizeOf(entry.parts) });
    this.resume(id);
  }

  /** Stops an unfinished upload and deletes the server's part. */
  remove(id: string): void {
    const entry = this.#find(id);
    if (entry === undefined || entry.item.state === 'finishing') return;
    if (entry.item.state !== 'done') for (const part of entry.parts) part.transfer?.discard();
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

const wordsField = 'wordsId';
/** Failures for which the recording could not be sent either. */
const forAnyFile: ReadonlySet<string> = new Set([
  'offline',
  'storage_quota',
  'storage_failed',
  'rate_limited',
  'unauthenticated',
  'busy',
]);

/** Whether it is the words that come along with a recording that are refused or were not sent. */
export function isAboutWords({ params }: ClientError): boolean {
  return params.field === wordsField;
}

function partOf(file: File, isWords: boolean): Part {
  return { file, isWords, opening: null, transfer: null, uploadId: null, sentBytes: 0 };
}

function forget(part: Part): void {
  Object.assign(part, partOf(part.file, part.isWords));
}

function partInTurn({ parts }: Entry): Part | undefined {
  return parts.find(({ uploadId }) => uploadId === null);
}

function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { file }) => sum + file.size, 0);
}

function sentOf({ parts }: Entry): number {
  return parts.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
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
