import type { SpeechPort } from '#engine/ports.ts';
import { measureTime } from '#features/metering/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';

/** Listening ends where its user's time does: every piece is reserved before it is heard. Errors also: `out_of_time`. */
export function timedSpeech(services: Services, speech: SpeechPort, context: Pick<TaskContext, 'task' | 'write'>): SpeechPort {
  let heardMs = 0;
  return {
    async engineFor(...wanted) {
      const engine = await speech.engineFor(...wanted);
      return {
        ...engine,
        async recognise(piece, options) {
          heardMs += piece.endMs - piece.startMs;
          await context.write((tx) => measureTime(services, tx, { taskId: context.task.id, seconds: heardMs / 1000 }));
          return engine.recognise(piece, options);
        },
      };
    },
  };
}
