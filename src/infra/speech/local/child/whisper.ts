/** Runs whisper.cpp as an FFmpeg filter, which takes sound and writes JSON lines. */
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FilterContext, FilterGraph } from 'node-av/lib';
import type { SpokenSegment } from '#engine/ports.ts';
import { type ChildTask, sampleRate } from '../child-messages.ts';
import { ChildFailure, type Recogniser, toFloats } from './recogniser.ts';

type Library = typeof import('node-av/lib');

const frameSamples = sampleRate;

export async function loadWhisper(task: ChildTask): Promise<Recogniser> {
  const { library, constants } = await loadLibrary();
  library.Log.setLevel(constants.AV_LOG_ERROR);
  // The filter loads its model when created and flushes when closed, so each piece needs its own. This one only checks the model.
  openFilter(library, task, join(tmpdir(), `gleaner-${randomUUID()}.jsonl`), 1).close();
  return {
    async hear(samples) {
      const seconds = Math.ceil(samples.length / sampleRate) + 1;
      const filter = openFilter(library, task, join(tmpdir(), `gleaner-${randomUUID()}.jsonl`), seconds);
      const floats = toFloats(samples);
      for (let at = 0; at < floats.length; at += frameSamples) {
        const part = floats.slice(at, at + frameSamples);
        const frame = library.Frame.fromAudioBuffer(Buffer.from(part.buffer), {
          nbSamples: part.length,
          format: constants.AV_SAMPLE_FMT_FLT,
          sampleRate,
          channelLayout: { nbChannels: 1, order: constants.AV_CHANNEL_ORDER_NATIVE, mask: 4n },
          timeBase: { num: 1, den: sampleRate },
          pts: BigInt(at),
        });
        filter.push(frame);
        frame.free();
      }
      return { language: null, segments: readLines(filter.close(), Math.round((samples.length * 1000) / sampleRate)) };
    },
  };
}

async function loadLibrary() {
  try {
    return { library: await import('node-av/lib'), constants: await import('node-av/constants') };
  } catch (cause) {
    throw new ChildFailure('no_binding', cause);
  }
}

/** `queueSeconds` is longer than the piece, so that whisper uses its own windows. `close` returns the output. */
function openFilter(library: Library, { paths, threads }: ChildTask, output: string, queueSeconds: number) {
  const graph = new library.FilterGraph();
  graph.alloc();
  graph.nbThreads = threads;
  const whisper = [
    `model=${optionText(paths.model ?? '')}`,
    'language=auto',
    `queue=${queueSeconds}`,
    'use_gpu=0',
    `destination=${optionText(output)}`,
    'format=json',
  ];
  const source = create(library, graph, 'abuffer', [
    `time_base=1/${sampleRate}`,
    `sample_rate=${sampleRate}`,
    'sample_fmt=flt',
    'channel_layout=mono',
  ]);
  const filter = create(library, graph, 'whisper', whisper);
  const sink = create(library, graph, 'abuffersink', []);
  if (source.link(0, filter, 0) < 0 || filter.link(0, sink, 0) < 0 || graph.configSync() < 0)
    throw new ChildFailure('failed', 'the filters do not fit');
  const heard = new library.Frame();
  heard.alloc();
  const drain = () => {
    while (sink.buffersinkGetFrameSync(heard) >= 0) heard.unref();
  };
  return {
    push(frame: InstanceType<Library['Frame']>): void {
      if (source.buffersrcAddFrameSync(frame) < 0) throw new ChildFailure('failed', 'the sound was not taken');
      drain();
    },
    close(): string {
      source.buffersrcAddFrameSync(null);
      drain();
      graph.free();
      const text = readFileSync(output, 'utf8');
      rmSync(output, { force: true });
      return text;
    },
  };
}

function create(library: Library, graph: FilterGraph, name: string, args: string[]): FilterContext {
  const filter = library.Filter.getByName(name);
  if (!filter) throw new ChildFailure('no_binding', `no filter ${name}`);
  const code = name === 'whisper' ? 'model_broken' : 'failed';
  let made: FilterContext | null;
  try {
    made = graph.createFilter(filter, name, args.length > 0 ? args.join(':') : null);
  } catch (cause) {
    throw new ChildFailure(code, cause);
  }
  if (!made) throw new ChildFailure(code, `no filter ${name} with these options`);
  return made;
}

function optionText(text: string): string {
  return text.replaceAll('\\', '/').replace(/[:'\\]/g, '\\$&');
}

/** Parses JSON-like lines in which quotes inside the text are not escaped. */
function readLines(text: string, lengthMs: number): SpokenSegment[] {
  return text.split('\n').flatMap((line) => {
    const [, start, end, words] = /^\{"start":(-?\d+),"end":(-?\d+),"text":"(.*)"\}$/.exec(line.trim()) ?? [];
    const said = (words ?? '').trim();
    if (said === '') return [];
    const startMs = Math.min(Math.max(0, Number(start)), lengthMs);
    return [{ startMs, endMs: Math.min(Math.max(startMs, Number(end)), lengthMs), text: said }];
  });
}
