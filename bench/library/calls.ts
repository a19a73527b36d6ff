/** Measures each call and its statement by hand, in turn. */
import type { Query } from '#db/client.ts';
import type { TestClient } from '../../tests/harness/http/client.ts';
import type { Call } from './calls-by-hand.ts';
import type { Library } from './data.ts';
import { median, row } from './figures.ts';

/** More rounds for quick calls, whose ratio is otherwise mostly chance. */
const fewestRounds = 25;
const roundsForMs = 3000;
/** The first dozens of calls are not measured: the server is still compiling the code that they run. */
const warmups = 30;
const targetRatio = 1.5;

/** The raw bytes of the answer. Decoding them would be the client's time, not the server's. */
async function ask(client: TestClient, path: string, input?: object): Promise<Buffer> {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const response = await client.fetch(`/api/trpc/${path}${query}`, {
    headers: { 'x-gleaner': '1', 'accept-encoding': 'identity' },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${path}: ${response.status} ${bytes.toString()}`);
  return bytes;
}

function rowsIn(answer: Buffer): number {
  const { data } = (JSON.parse(answer.toString()) as { result: { data: unknown } }).result;
  if (Array.isArray(data)) return data.length;
  const lists = Object.values(data as object).filter((one): one is unknown[] => Array.isArray(one));
  return lists.length > 0 ? lists.reduce((sum, { length }) => sum + length, 0) : Object.keys(data as object).length;
}

/**
 * `SQL`: until the driver gives the rows, without building an answer from them. `ratio`: without what every call takes
 * (the round trip, the session, the frame); `whole`: with it.
 */
export async function measureCalls(client: TestClient, query: Query, library: Library, calls: readonly Call[]): Promise<void> {
  row('', 'rows', 'bytes/row', 'call', 'frame', 'SQL', 'ratio', 'whole');
  for (const { name, path, input, byHand } of calls) {
    const answer = await ask(client, path, input);
    const rows = rowsIn(answer);
    const [call = 0, frame = 0, hand = 0] = await mediansOf(
      () => ask(client, path, input),
      () => ask(client, 'account.me'),
      () => byHand(query, library),
    );
    const ratio = Math.max(0, call - frame) / hand;
    const times = [call, frame, hand].map((ms) => `${ms.toFixed(1)} ms`);
    const ratios = [`${ratio.toFixed(2)}${ratio > targetRatio ? ' OVER' : ''}`, (call / hand).toFixed(2)];
    row(name, String(rows), (answer.length / Math.max(1, rows)).toFixed(0), ...times, ...ratios);
  }
}

/** The medians in ms; the functions are called in turn. */
async function mediansOf(...works: (() => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  let until = Number.POSITIVE_INFINITY;
  for (let round = -warmups; round < fewestRounds || performance.now() < until; round++) {
    if (round === 0) until = performance.now() + roundsForMs;
    for (const [place, work] of works.entries()) {
      const started = performance.now();
      await work();
      if (round >= 0) times[place]?.push(performance.now() - started);
    }
  }
  return times.map(median);
}
