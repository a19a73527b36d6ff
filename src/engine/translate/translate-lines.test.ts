import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError, hasCode } from '#lib/app-error.ts';
import { type Call, createScriptedLlm, linesIn } from '../../../tests/fakes/scripted-llm.ts';
import { run } from '../../../tests/harness/files/hostile-text.ts';
import { expectLinearTime } from '../../../tests/harness/growth.ts';
import type { Segment } from '../domain.ts';
import { lineKey, readAnswer, type TranslateOptions, translateLines } from './translate-lines.ts';

const segments = Array.from(
  { length: 400 },
  (_, id): Segment => ({ id, startMs: id * 1000, endMs: id * 1000 + 900, text: `line number ${id}` }),
);

function inMemory() {
  const values = new Map<string, unknown>();
  return {
    values,
    get: async (key: string) => values.get(key),
    put: async (key: string, value: unknown) => void values.set(key, value),
  };
}

const translated = ({ prompt }: Call) => ({
  text: linesIn(prompt)
    .map((id) => `L${id} 第 ${id} 行`)
    .join('\n'),
});

async function translate(answer: Parameters<typeof createScriptedLlm>[0], more: Partial<TranslateOptions> = {}) {
  const { llm, calls } = createScriptedLlm(answer);
  const lines = new Map<string, string>();
  const end = translateLines({
    segments,
    to: 'zh',
    title: 'A talk',
    llm,
    checkpoints: inMemory(),
    clock: { now: () => 0, sleep: async () => undefined },
    signal: new AbortController().signal,
    known: new Map(),
    onWindow: async (found) => {
      for (const [key, text] of found) lines.set(key, text);
    },
    ...more,
  });
  return { end, lines, calls };
}

describe('CON-04 translating a script', () => {
  it('gives every line its own translation, in windows', async () => {
    const { end, lines, calls } = await translate(translated);
    await end;
    expect(calls.length).toBe(8);
    for (const { id, text } of segments) expect(lines.get(lineKey(text))).toBe(`第 ${id} 行`);
  });

  it('asks once more for missing lines, then leaves them untranslated', async () => {
    const leavesOut = ({ prompt }: Call) => ({
      text:
        linesIn(prompt)
          .filter((id) => id !== 7 && (id !== 8 || !prompt.includes('L9 ')))
          .map((id) => `L${id} 第 ${id} 行`)
          .concat('L99999 nobody asked')
          .join('\n') || 'Sorry.',
    });
    const { end, lines, calls } = await translate(leavesOut);
    await end;
    expect(lines.size).toBe(399);
    expect(lines.has(lineKey('line number 7'))).toBe(false);
    expect(lines.get(lineKey('line number 8'))).toBe('第 8 行');
    expect(calls.filter(({ prompt }) => linesIn(prompt).length < 5)).toHaveLength(1);
  });

  it('does not give an empty line the next line’s words', () => {
    const asked = new Map(segments.slice(3, 6).map((segment) => [segment.id, segment]));
    const read = (answer: string) => [3, 4, 5].map((id) => readAnswer(answer, asked).get(lineKey(`line number ${id}`)) ?? null);
    expect(read('L3\nL4 你好，世界\nL5 完')).toEqual([null, '你好，世界', '完']);
    expect(read('L3: \nL4：你好，世界\r\n\n  [L5] 完\r\n')).toEqual([null, '你好，世界', '完']);
    expect(read('\u3000L3\u3000你好\nL4.  世界\n\tL5\t完')).toEqual(['你好', '世界', '完']);
  });

  it('takes no line from the reasoning before an answer', () => {
    const asked = new Map(segments.slice(3, 4).map((segment) => [segment.id, segment]));
    for (const opening of ['<think>\n', ''])
      expect([...readAnswer(`${opening}L3 maybe 第三\n</think>\nL3 第三行`, asked).values()]).toEqual(['第三行']);
  });

  it('asks again for a line that was cut at the answer’s limit', async () => {
    const stops = (call: Call, index: number) => {
      const { text } = translated(call);
      return index === 0 ? { text: text.slice(0, text.indexOf('L20 ') + 6), finish: 'length' as const } : { text };
    };
    const { end, lines, calls } = await translate(stops, { segments: segments.slice(0, 50) });
    await end;
    expect(calls.map(({ prompt }) => linesIn(prompt)[0])).toEqual([0, 20]);
    for (let id = 0; id < 50; id++) expect(lines.get(lineKey(`line number ${id}`))).toBe(`第 ${id} 行`);
  });

  it('doubts an answer without a finish reason once', async () => {
    const answers = (call: Call) => ({ ...translated(call), finish: 'other' as const });
    const { end, lines, calls } = await translate(answers, { segments: segments.slice(0, 50) });
    await end;
    expect(calls.map(({ prompt }) => linesIn(prompt).length)).toEqual([50, 1]);
    expect(lines.size).toBe(50);
  });

  it('keeps a whole last line of an answer that stopped at its limit', async () => {
    const stops = (call: Call, index: number) => ({
      text: `${translated(call).text}\n`,
      finish: index === 0 ? ('length' as const) : ('stop' as const),
    });
    const { end, lines, calls } = await translate(stops, { segments: segments.slice(0, 50) });
    await end;
    expect([calls.length, lines.size]).toEqual([1, 50]);
  });

  it('reads any answer in linear time', () => {
    const asked = new Map(segments.slice(0, 3).map((segment) => [segment.id, segment]));
    for (const piece of ['\n', ' \n', ' ', '\t', 'L1', 'L1 ', 'L1\n', '[L1', '\r', '\u2028', ':'])
      for (const [end, lines] of [
        ['', 0],
        ['x', 0],
        ['L2 x', piece.trim() === '' ? 1 : 0],
      ] as const)
        expectLinearTime((share) => expect(readAnswer(run(piece, 200_000 * share) + end, asked).size).toBe(lines));
  });

  it('continues after the last finished window and skips known lines', async () => {
    const checkpoints = inMemory();
    const failing = await translate((call, index) => (index < 5 ? translated(call) : { error: new AppError('llm_refused') }), {
      checkpoints,
    });
    await expect(failing.end).rejects.toSatisfy((error) => hasCode(error, 'llm_refused'));
    const again = await translate(translated, { checkpoints });
    await again.end;
    expect(again.lines.size).toBe(400);
    expect(again.calls.length).toBeLessThan(8);
    const known = await translate(translated, { known: again.lines });
    await known.end;
    expect(known.calls).toHaveLength(0);
  });

  it('ends at once when cancelled', async () => {
    const stop = new AbortController();
    const { end, calls } = await translate(translated, {
      signal: stop.signal,
      onWindow: async () => stop.abort(new AppError('cancelled')),
    });
    await expect(end).rejects.toSatisfy((error) => hasCode(error, 'cancelled'));
    expect(calls.length).toBeLessThanOrEqual(3);
  });

  it('returns requested lines only, for any answer', () => {
    const asked = new Map(segments.slice(0, 3).map((segment) => [segment.id, segment]));
    const keys = new Set(segments.slice(0, 3).map(({ text }) => lineKey(text)));
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.tuple(fc.nat(5), fc.string()).map(([id, text]) => `L${id} ${text}`),
          ),
        ),
        (parts) => {
          for (const [key, text] of readAnswer(parts.join('\n'), asked)) {
            expect(keys.has(key)).toBe(true);
            expect(text.trim()).not.toBe('');
            expect(text.length).toBeLessThan(500);
          }
        },
      ),
    );
  });
});
