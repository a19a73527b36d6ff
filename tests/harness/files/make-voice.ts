/** Recordings of an invented tongue: every word is a tone of its own, so that a recogniser can be faked that really listens. */

export type SpokenWord = { startMs: number; endMs: number; word: number };

/** Words 0–99 are 300–2280 Hz, 20 Hz apart. */
const lowest = 300;
const step = 20;
const tongueWords = 100;

/** A mono 16-bit WAV of `totalMs` with these words in it, silent between them. */
export function makeVoice(words: readonly SpokenWord[], totalMs: number, options: { sampleRate?: number } = {}): Buffer {
  const sampleRate = options.sampleRate ?? 16_000;
  const samples = Math.round((totalMs / 1000) * sampleRate);
  const data = Buffer.alloc(samples * 2);
  for (const { startMs, endMs, word } of words) {
    const from = Math.round((startMs / 1000) * sampleRate);
    const to = Math.min(samples, Math.round((endMs / 1000) * sampleRate));
    const turn = (2 * Math.PI * (lowest + step * word)) / sampleRate;
    for (let at = from; at < to; at++) data.writeInt16LE(Math.round(Math.sin((at - from) * turn) * 9000), at * 2);
  }
  return Buffer.concat([wavHead(data.length, sampleRate), data]);
}

/** One word per `everyMs`, each 600 ms long, counting up from `first`. */
export function countingWords(count: number, options: { everyMs?: number; first?: number; fromMs?: number } = {}): SpokenWord[] {
  const { everyMs = 1000, first = 0, fromMs = 200 } = options;
  return Array.from({ length: count }, (_none, index) => {
    const startMs = fromMs + index * everyMs;
    return { startMs, endMs: startMs + 600, word: (first + index) % tongueWords };
  });
}

/** The words in 16 kHz mono s16 sound, times from its start. */
export function hearWords(pcm: Buffer): SpokenWord[] {
  const frame = 160;
  const frames = Math.floor(pcm.length / 2 / frame);
  const words: SpokenWord[] = [];
  let start = -1;
  for (let at = 0; at <= frames; at++) {
    const loud = at < frames && isLoud(pcm, at * frame, frame);
    if (loud && start < 0) start = at;
    if (loud || start < 0) continue;
    // Shorter than 50 ms is a click at the edge of a cut.
    if (at - start >= 5) words.push({ startMs: start * 10, endMs: at * 10, word: wordOf(pcm, start * frame, at * frame) });
    start = -1;
  }
  return words;
}

function isLoud(pcm: Buffer, from: number, length: number): boolean {
  let peak = 0;
  for (let at = from; at < from + length; at++) peak = Math.max(peak, Math.abs(pcm.readInt16LE(at * 2)));
  return peak > 2000;
}

/** By how often the tone crosses zero. */
function wordOf(pcm: Buffer, from: number, to: number): number {
  let first = -1;
  let last = -1;
  let crossings = 0;
  for (let at = from + 1; at < to; at++) {
    const before = pcm.readInt16LE((at - 1) * 2);
    const now = pcm.readInt16LE(at * 2);
    if (before >= 0 || now < 0) continue;
    const exact = at - now / (now - before);
    if (first < 0) first = exact;
    else crossings++;
    last = exact;
  }
  const hertz = crossings === 0 ? 0 : (crossings * 16_000) / (last - first);
  return Math.min(tongueWords - 1, Math.max(0, Math.round((hertz - lowest) / step)));
}

function wavHead(bytes: number, sampleRate: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}
