import { AV_DISPOSITION_DEFAULT, AVDISCARD_ALL, AVMEDIA_TYPE_AUDIO, type AVSampleFormat } from 'node-av/constants';
import {
  avGetSampleFmtName,
  Codec,
  CodecContext,
  Filter,
  type FilterContext,
  FilterGraph,
  Frame,
  Packet,
  type Stream,
} from 'node-av/lib';
import { soundRate } from '../child-messages.ts';
import { TaskFailure } from './fail.ts';
import { clockOrigin, openMedia, toSeconds } from './open.ts';

/** Larger gaps between timestamps are pauses; smaller ones come from rounding. */
const jumpSeconds = 0.2;
const longestPauseSeconds = 4 * 3600;
/** Samples per frame: half a second, to save calls into the library. */
const graphFrame = soundRate / 2;

/** Writes 16 kHz mono s16. The bytes are valid only during `write`. Errors: TaskFailure `media_no_audio`, `media_refused` or `media_unreadable`. */
export async function writeSound(path: string, write: (bytes: Uint8Array) => void): Promise<void> {
  const { context } = await openMedia(path, { analyse: true });
  const stream = chooseStream(context.streams);
  for (const other of context.streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL;
  const writer = new SoundWriter(stream, clockOrigin(context), write);
  const packet = new Packet();
  packet.alloc();
  const { index } = stream;
  while (context.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === index) writer.decode(packet);
    packet.unref();
  }
  writer.decode(null);
  writer.end();
  if (writer.written === 0) throw new TaskFailure('media_unreadable', 'no sound could be decoded');
}

function chooseStream(streams: Stream[]): Stream {
  const audio = streams.filter((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO);
  const stream = audio.find((one) => one.hasDisposition(AV_DISPOSITION_DEFAULT)) ?? audio[0];
  if (!stream) throw new TaskFailure('media_no_audio', 'there is no sound in it');
  return stream;
}

class SoundWriter {
  written = 0;
  private readonly stream: Stream;
  private readonly originSeconds: number;
  private readonly write: (bytes: Uint8Array) => void;
  private readonly decoder = new CodecContext();
  private readonly frame = new Frame();
  private readonly filtered = new Frame();
  private graph: Graph | null = null;
  private expected: number | null = null;
  private pausedSeconds = 0;

  constructor(stream: Stream, originSeconds: number, write: (bytes: Uint8Array) => void) {
    this.stream = stream;
    this.originSeconds = originSeconds;
    this.write = write;
    const codec = Codec.findDecoder(stream.codecpar.codecId);
    if (!codec) throw new TaskFailure('media_unreadable', 'no decoder for its sound');
    this.decoder.allocContext3(codec);
    this.decoder.pktTimebase = stream.timeBase;
    const ready = this.decoder.parametersToContext(stream.codecpar) >= 0 && this.decoder.open2Sync(codec, null) >= 0;
    if (!ready) throw new TaskFailure('media_unreadable', 'its sound cannot be decoded');
    this.frame.alloc();
    this.filtered.alloc();
  }

  /** Skips a damaged packet; the next one keeps its own time. */
  decode(packet: Packet | null): void {
    if (this.decoder.sendPacketSync(packet) < 0) return;
    while (this.decoder.receiveFrameSync(this.frame) >= 0) this.take();
  }

  end(): void {
    this.closeGraph();
  }

  private take(): void {
    const { frame } = this;
    const samples = frame.nbSamples;
    const rate = frame.sampleRate;
    if (samples <= 0 || rate <= 0) return;
    const at = toSeconds(frame.pts, this.stream);
    if (at !== null) this.goTo(at - this.originSeconds);
    const kind = `${rate} ${frame.format} ${frame.channels}`;
    if (this.graph?.kind !== kind) {
      this.closeGraph();
      this.graph = openGraph(frame, kind);
    }
    if (this.graph.source.buffersrcAddFrameSync(frame) < 0) return;
    this.expected = (this.expected ?? 0) + samples / rate;
    this.drain(this.graph);
  }

  private goTo(at: number): void {
    const pause = at - (this.expected ?? 0);
    const first = this.expected === null;
    if (Math.abs(pause) > jumpSeconds || (first && pause > 0)) {
      if (pause > 0 && this.pausedSeconds + pause <= longestPauseSeconds) {
        this.pausedSeconds += pause;
        this.closeGraph();
        this.writeSilence(Math.round(pause * soundRate));
      }
      this.expected = at;
    } else if (first) this.expected = at;
  }

  private writeSilence(samples: number): void {
    const silence = Buffer.alloc(Math.min(samples, soundRate * 10) * 2);
    for (let left = samples * 2; left > 0; left -= silence.length)
      this.write(silence.subarray(0, Math.min(left, silence.length)));
    this.written += samples;
  }

  private drain(graph: Graph): void {
    while (graph.sink.buffersinkGetFrameSync(this.filtered) >= 0) {
      const samples = this.filtered.nbSamples;
      const bytes = this.filtered.data?.[0];
      if (bytes) this.write(bytes.subarray(0, samples * 2));
      this.written += samples;
      this.filtered.unref();
    }
  }

  private closeGraph(): void {
    if (!this.graph) return;
    this.graph.source.buffersrcAddFrameSync(null);
    this.drain(this.graph);
    this.graph.graph.free();
    this.graph = null;
  }
}

type Graph = { graph: FilterGraph; source: FilterContext; sink: FilterContext; kind: string };

function openGraph(frame: Frame, kind: string): Graph {
  const graph = new FilterGraph();
  graph.alloc();
  const { mask, nbChannels } = frame.channelLayout;
  const layout = mask > 0n ? `channel_layout=0x${mask.toString(16)}` : `channels=${nbChannels}`;
  const source = create(graph, 'abuffer', [
    `time_base=1/${frame.sampleRate}`,
    `sample_rate=${frame.sampleRate}`,
    `sample_fmt=${avGetSampleFmtName(frame.format as AVSampleFormat)}`,
    layout,
  ]);
  const chain = [
    source,
    create(graph, 'aresample', [`${soundRate}`]),
    create(graph, 'aformat', ['sample_fmts=s16', 'channel_layouts=mono']),
    create(graph, 'asetnsamples', [`n=${graphFrame}`, 'p=0']),
    create(graph, 'abuffersink', []),
  ];
  for (const [index, filter] of chain.entries()) {
    const next = chain[index + 1];
    if (next && filter.link(0, next, 0) < 0) throw new TaskFailure('media_unreadable', 'the filters do not fit');
  }
  const sink = chain.at(-1);
  if (!sink || graph.configSync() < 0) throw new TaskFailure('media_unreadable', 'its sound cannot be converted');
  return { graph, source, sink, kind };
}

function create(graph: FilterGraph, name: string, args: string[]): FilterContext {
  const filter = Filter.getByName(name);
  const made = filter && graph.createFilter(filter, name, args.length > 0 ? args.join(':') : null);
  if (!made) throw new TaskFailure('media_unreadable', `no filter ${name} for this sound`);
  return made;
}
