import { type ComputationName, computations } from '#engine/computations.ts';
import { toAppError } from '#lib/app-error.ts';
import { type Answer, type Note, type Question, warmUp } from './child-messages.ts';

type Work = (input: unknown) => unknown;

async function work({ id, computation, input }: Question): Promise<Answer> {
  try {
    const run = (await computations[computation].load()) as Work;
    send({ id, begins: true });
    const value = await run(input);
    return { id, ok: true, value, rssBytes: process.memoryUsage.rss() };
  } catch (error) {
    return failure(id, computation, error);
  }
}

function failure(id: number, computation: ComputationName, error: unknown): Answer {
  // A RangeError is a stack overflow, caused by deeply nested input.
  const overflow = error instanceof RangeError;
  const known = toAppError(error);
  return {
    id,
    ok: false,
    code: overflow ? computations[computation].tooComplex : known.code,
    params: overflow ? {} : known.params,
    detail: (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown').slice(0, 500),
    rssBytes: process.memoryUsage.rss(),
  };
}

function send(message: Answer | Note): void {
  process.send?.(message);
}

if (process.argv[2] === warmUp) {
  // Loaded one after the other: a package that requires a module that is still being imported ends the process.
  for (const { load } of Object.values(computations)) await load();
} else {
  process.on('message', (question: Question) => void work(question).then(send));
  // Killed, because an ordinary exit would try to write to the code cache.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  send({ id: 0, begins: true });
}
