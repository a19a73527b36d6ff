import type { SpeechPort } from '#engine/ports.ts';
import { measureTime } from '#features/metering/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { coveredMs } from '#lib/covered-ms.ts';

/** Recognition ends when the user's time is used up: every piece is reserved before it is heard. Errors also: `out_of_time`. */
export function timedSpeech(services: Services, speech: SpeechPort, context: Pick<TaskContext, 'task' | 'write'>): SpeechPort {
  // By start: a piece that is tried again counts once.
  const heard = new Map<number, { startMs: number; endMs: number }>();
  return {
    async engineFor(...wanted) {
      const engine = await speech.engineFor(...wanted);
      return {
        ...engine,
        async recognise(piece, options) {
          heard.set(piece.startMs, { startMs: piece.startMs, endMs: piece.endMs });
          const seconds = coveredMs(heard.values()) / 1000;
          await context.write((tx) => measureTime(services, tx, { taskId: context.task.id, seconds }));
          return engine.recognise(piece, options);
        },
      };
    },
  };
}
