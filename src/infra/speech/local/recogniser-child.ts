import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import type { AudioPiece, SpokenSegment } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import type { Logger } from '../../logger/logger.ts';
import { type Talk, talkEntry } from '../../process/conversing-child.ts';
import type { SpeechModel } from '../models/model.ts';
import { type ChildReply, type ChildTask, replyMark } from './child-messages.ts';

const entry = new URL('./child/main.ts', import.meta.url);
const memoryBytes = 6 * 1024 ** 3;

export type Heard = { language: string | null; segments: SpokenSegment[] };

export type RecogniserOptions = {
  model: SpeechModel;
  paths: Record<string, string>;
  logger?: Logger | undefined;
  onNoBinding?(): void;
};

export type RecogniserEvents = {
  onHeard(heard: Heard): void;
  /** The child has ended. Errors: `speech_model_broken`, `speech_failed`. */
  onFailure(error: AppError): void;
};

export type RecogniserChild = {
  isReady(): boolean;
  send(id: number, piece: AudioPiece): void;
  /** No event is emitted after this. */
  kill(): void;
};

export function startRecogniser(options: RecogniserOptions, events: RecogniserEvents): RecogniserChild {
  const { model } = options;
  let ready = false;
  let over = false;

  function take(line: string): void {
    if (over || !line.startsWith(replyMark)) return;
    const reply = JSON.parse(line.slice(replyMark.length)) as ChildReply;
    if (reply.type === 'ready') ready = true;
    else if (reply.type === 'heard') events.onHeard({ language: reply.language, segments: reply.segments });
    else {
      if (reply.code === 'no_binding') options.onNoBinding?.();
      options.logger?.warn({ model: model.id, code: reply.code, detail: reply.detail }, 'speech recognition failed');
      const code = reply.code === 'model_broken' ? 'speech_model_broken' : 'speech_failed';
      kill();
      events.onFailure(new AppError(code, { params: { model: model.name }, detail: reply.detail }));
    }
  }

  const task: ChildTask = { engine: model.engine, paths: options.paths, threads: Math.min(4, availableParallelism()) };
  const folders = [...new Set(Object.values(options.paths).map((path) => dirname(path)))];
  const talk: Talk = talkEntry(entry, [JSON.stringify(task)], {
    limits: { dataBytes: memoryBytes, openFiles: 256 },
    sandbox: { readOnly: folders.map((folder) => ({ from: folder, to: folder })) },
    onLine: take,
    onEnd: ({ exitCode, signal, stderr }) => {
      if (over) return;
      over = true;
      const detail = `the recogniser ended with ${signal ?? exitCode}: ${stderr.slice(-400)}`;
      options.logger?.warn({ model: model.id, detail }, 'a speech recogniser ended');
      // The libraries exit when they cannot read a model.
      const code = ready ? 'speech_failed' : 'speech_model_broken';
      events.onFailure(new AppError(code, { params: { model: model.name }, detail }));
    },
  });

  function kill(): void {
    over = true;
    talk.kill();
  }

  return { isReady: () => ready, send: (id, piece) => talk.send({ id }, piece.pcm), kill };
}
