/**
 * A worker process for tests that kill it or cancel its work from outside. `node task-worker.ts <database url>`; says what
 * its handler meets, a line each: `begun <name>`, then `aborted <name>` when its signal fires.
 */
import { startTaskProcess } from './task-kinds.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

await startTaskProcess(
  { url: process.argv[2] ?? '' },
  {
    async run({ name }, context) {
      await context.checkpoint('first', name);
      context.draft('a beginning');
      await context.flush();
      say(`begun ${name}`);
      await new Promise<void>((_resolve, reject) => {
        const alive = setInterval(() => undefined, 1000);
        context.signal.addEventListener('abort', () => {
          clearInterval(alive);
          say(`aborted ${name}`);
          reject(context.signal.reason);
        });
      });
    },
  },
);
say('working');
