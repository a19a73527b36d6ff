/**
 * A worker process for tests that kill it or cancel its work from outside. `node task-worker.ts <database url>`; says what
 * its handler meets, a line each: `begun <name>`, then `aborted <name>` when its signal fires. What is called `late …` does not
 * listen to its signal: a moment later it tries to store a step and its end, and says `<name> refused` or `<name> stored`.
 */
import { sql } from 'drizzle-orm';
import type { TaskContext } from '#infra/tasks/task.ts';
import { startTaskProcess } from './task-kinds.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
/** Long enough to be stopped in. */
const lateMs = 300;

async function endLate(name: string, context: TaskContext): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, lateMs));
  context.draft(' and a late end');
  const tried = [
    () => context.flush(),
    () => context.checkpoint('late', name),
    () =>
      context.complete(async (tx) => {
        await tx.execute(sql`insert into results (task_id, text) values (${context.task.id}, 'late')`);
      }),
  ];
  const results = await Promise.allSettled(tried.map(async (attempt) => attempt()));
  say(`${name} ${results.at(-1)?.status === 'rejected' ? 'refused' : 'stored'}`);
  context.signal.throwIfAborted();
}

await startTaskProcess(
  { url: process.argv[2] ?? '' },
  {
    async run({ name }, context) {
      await context.checkpoint('first', name);
      context.draft('a beginning');
      await context.flush();
      say(`begun ${name}`);
      if (name.startsWith('late ')) return endLate(name, context);
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
