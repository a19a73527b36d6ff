import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CutPiece, cutPieces, sampleRate } from './cut.ts';

type Stretch = { seconds: number; level: number };

/** Noise with a peak level (share of full scale) per stretch; equal stretches give equal noise. */
function makeSound(stretches: readonly Stretch[]): Buffer {
  const parts = stretches.map(({ seconds, level }) => {
    const samples = Math.round(seconds * sampleRate);
    const data = Buffer.alloc(samples * 2);
    let state = 12_345;
    for (let at = 0; at < samples; at++) {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      data.writeInt16LE(Math.round((state / 2 ** 30 - 1) * level * 32_000), at * 2);
    }
    return data;
  });
  return Buffer.concat(parts);
}

async function cut(sound: Buffer, maxPieceSeconds: number, chunk = 10_000): Promise<CutPiece[]> {
  async function* chunks() {
    for (let at = 0; at < sound.length; at += chunk) yield sound.subarray(at, at + chunk);
  }
  const pieces: CutPiece[] = [];
  for await (const piece of cutPieces(chunks(), { maxPieceSeconds })) pieces.push(piece);
  return pieces;
}

const voice = 0.3;
const hush = 0.0005;

describe('SUM-04 cutting a recording into pieces', () => {
  test('cuts at the longest pause in the last fifth of the window', async () => {
    const sound = makeSound([
      { seconds: 4, level: voice },
      { seconds: 2, level: hush },
      { seconds: 2.5, level: voice },
      { seconds: 0.3, level: hush },
      { seconds: 0.4, level: voice },
      { seconds: 0.6, level: hush },
      { seconds: 4, level: voice },
    ]);
    const [first, second] = await cut(sound, 10);
    // The longest pause comes too early; of the two in the last fifth, the longer one is from 9.2 to 9.8 s.
    expect(first?.endMs).toBe(9500);
    expect(second?.startMs).toBe(9500);
    expect(second?.quiet[0]).toEqual({ startMs: 0, endMs: 300 });
  });

  test('cuts without a pause too, and overlaps the next piece by up to two seconds', async () => {
    const pieces = await cut(makeSound([{ seconds: 30, level: voice }]), 20);
    expect(pieces.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 20_000],
      [18_000, 30_000],
    ]);
  });

  test('finds pauses over background noise and in a quiet voice', async () => {
    const noisy = makeSound([
      { seconds: 8.5, level: voice },
      { seconds: 0.5, level: 0.01 },
      { seconds: 5, level: voice },
    ]);
    expect((await cut(noisy, 10))[0]?.endMs).toBe(8750);
    const soft = makeSound([
      { seconds: 8.5, level: 0.02 },
      { seconds: 0.5, level: 0.0004 },
      { seconds: 5, level: 0.02 },
    ]);
    // Two frames either way, as the noise itself begins and ends softly.
    expect(Math.abs(((await cut(soft, 10))[0]?.endMs ?? 0) - 8750)).toBeLessThanOrEqual(20);
  });

  test('marks a silent piece, also with a single click in it', async () => {
    const pieces = await cut(
      makeSound([
        { seconds: 10, level: hush },
        { seconds: 0.03, level: voice },
        { seconds: 3, level: hush },
      ]),
      10,
    );
    expect(pieces.map(({ silent }) => silent)).toEqual([true, true]);
    expect((await cut(makeSound([{ seconds: 5, level: voice }]), 10))[0]?.silent).toBe(false);
  });

  test('covers any recording, with overlaps of two seconds at most and the bytes of the piece’s times', async () => {
    const layout = fc.array(
      fc.record({ seconds: fc.double({ min: 0.01, max: 4, noNaN: true }), level: fc.constantFrom(0, hush, 0.02, voice, 0.9) }),
      { maxLength: 14 },
    );
    await fc.assert(
      fc.asyncProperty(
        layout,
        fc.constantFrom(1, 2.5, 5, 11),
        fc.constantFrom(3, 4096, 65_536),
        async (stretches, max, chunk) => {
          const sound = makeSound(stretches);
          const pieces = await cut(sound, max, chunk);
          let end = 0;
          for (const [index, piece] of pieces.entries()) {
            expect(piece.index).toBe(index);
            expect(piece.startMs).toBeLessThanOrEqual(end);
            expect(end - piece.startMs).toBeLessThanOrEqual(2000);
            expect(piece.endMs).toBeGreaterThan(end);
            expect(piece.endMs - piece.startMs).toBeLessThanOrEqual(max * 1000);
            expect(Buffer.from(piece.pcm).equals(sound.subarray(piece.startMs * 32, Math.round(piece.endMs * 32)))).toBe(true);
            for (const pause of piece.quiet) expect(pause.endMs).toBeLessThanOrEqual(piece.endMs - piece.startMs);
            end = piece.endMs;
          }
          expect(end).toBeCloseTo(sound.length / 32, 6);
        },
      ),
      { numRuns: 60 },
    );
  });
});
