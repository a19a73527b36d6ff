/**
 * Speech recognition: decoding and cutting a recording against plain ffmpeg decoding the same file to the same samples, and
 * the wall time for pieces sent to a service side by side, against the service's own time divided by their number.
 *   node bench/speech.bench.ts [file]     a media file of one's own instead of those made here
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnginePorts } from '#engine/ports.ts';
import { cutPieces } from '#engine/transcribe/speech/cut.ts';
import { transcribeSpeech } from '#engine/transcribe/speech/transcribe-speech.ts';
import { createMediaTools } from '#infra/media/create-media-tools.ts';
import { findTool } from '#infra/process/tools.ts';
import { createRemoteEngine } from '#infra/speech/remote/remote-engine.ts';
import { computeHere } from '../tests/harness/compute-here.ts';
import { countingWords, makeVoice } from '../tests/harness/files/make-voice.ts';
import { startFakeSpeech } from '../tests/harness/models/fake-speech.ts';

const minutes = 20;
const rounds = 3;
const hands = 4;
/** Seconds of audio that the service recognises per second. */
const serviceSpeed = 60;
const listenedMinutes = 20;

const never = new AbortController().signal;
const media = createMediaTools();
const ffmpeg = findTool('ffmpeg');
const folder = mkdtempSync(join(tmpdir(), 'speech-bench-'));

function drain(args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const child = spawn(ffmpeg ?? 'ffmpeg', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length));
    child.once('error', reject);
    child.once('close', () => resolve(bytes));
  });
}

async function decodeAndCut(path: string): Promise<number> {
  let endMs = 0;
  for await (const piece of cutPieces(media.sound(path, never), { maxPieceSeconds: 600 })) endMs = piece.endMs;
  return endMs * 32;
}

async function timed(work: () => Promise<number>): Promise<{ ms: number; bytes: number }> {
  const start = performance.now();
  const bytes = await work();
  return { ms: performance.now() - start, bytes };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function makeFile(codec: string, extension: string): Promise<string> {
  const wav = join(folder, 'voice.wav');
  writeFileSync(wav, makeVoice(countingWords(minutes * 60), minutes * 60_000));
  const path = join(folder, `voice.${extension}`);
  await drain(['-v', 'error', '-y', '-i', wav, '-ar', '44100', '-ac', '2', '-c:a', codec, '-b:a', '96k', path]);
  return path;
}

async function benchDecoding(path: string): Promise<void> {
  const plain: number[] = [];
  const ours: number[] = [];
  let seconds = 0;
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    const theirs = await timed(() =>
      drain(['-v', 'error', '-nostdin', '-i', path, '-vn', '-ac', '1', '-ar', '16000', '-f', 's16le', 'pipe:1']),
    );
    const own = await timed(() => decodeAndCut(path));
    seconds = own.bytes / 32_000;
    if (round === 0) continue;
    plain.push(theirs.ms);
    ours.push(own.ms);
  }
  const speed = median(plain) / median(ours);
  console.log(
    `${path.split('/').at(-1)}: ${seconds.toFixed(0)} s of sound; ffmpeg ${median(plain).toFixed(0)} ms, decode + cut ${median(ours).toFixed(0)} ms, speed ${speed.toFixed(2)} of ffmpeg (target at least 0.90)`,
  );
}

async function benchListening(): Promise<void> {
  const service = await startFakeSpeech();
  let serviceMs = 0;
  service.script(({ seconds }, call) => {
    const delayMs = (seconds / serviceSpeed) * 1000;
    serviceMs += delayMs;
    return { delayMs, segments: [{ start: 1, end: 4, text: `This is what piece number ${call} says about it.` }] };
  });
  const path = join(folder, 'long.wav');
  writeFileSync(path, makeVoice(countingWords(listenedMinutes * 60), listenedMinutes * 60_000));
  const unused = (): never => {
    throw new Error('not needed');
  };
  const engine = createRemoteEngine({ baseUrl: service.url, apiKey: null, model: 'whisper-1', parallel: hands });
  const ports: EnginePorts = {
    compute: computeHere,
    fetch: unused,
    media,
    extractPage: unused,
    readDocument: unused,
    blobs: { put: unused, localPath: unused, delete: unused },
    checkpoints: { get: async () => undefined, put: async () => undefined },
    llm: null,
    clock: { now: Date.now, sleep: unused },
    speech: { engineFor: async () => engine },
  };
  const about = { title: 'Bench', author: null, language: 'en', durationMs: listenedMinutes * 60_000 };
  const start = performance.now();
  await transcribeSpeech(path, about, { ports, progress: { stage: () => {}, partial: () => {} }, signal: never });
  const wall = performance.now() - start;
  const ideal = serviceMs / hands;
  console.log(
    `${listenedMinutes} minutes in ${service.requests.length} pieces, ${hands} at once: ${wall.toFixed(0)} ms, ideal ${ideal.toFixed(0)} ms, ratio ${(wall / ideal).toFixed(3)} (target at most 1.15)`,
  );
  await service.close();
}

try {
  const own = process.argv[2];
  if (!ffmpeg) console.log('no ffmpeg on this machine to compare with');
  else if (own) await benchDecoding(own);
  else {
    await benchDecoding(await makeFile('aac', 'm4a'));
    await benchDecoding(await makeFile('libmp3lame', 'mp3'));
  }
  await benchListening();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
