import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { musicGenerations } from '#db/schema/outputs.ts';
import { countOutput } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import type { MusicWork } from '../tasks.ts';
import { outputUrl, storeFiles } from './output-files.ts';
import { payOnce } from './pay-once.ts';

const zKept = z.strictObject({ taskId: z.string() });

/** Errors: `output_not_configured`, the `output_*` codes. */
export async function run(services: Services, { outputId, prompt, lyrics }: MusicWork, context: TaskContext): Promise<void> {
  const { musicMaker } = services;
  const { userId, kind } = context.task;
  if (musicMaker === null || userId === null) throw new AppError('output_not_configured');
  const row = eq(musicGenerations.id, outputId);
  const { taskId } = await payOnce(context, zKept, {
    ask: () => musicMaker.make({ prompt, lyrics }, { signal: context.signal }),
    keep: async ({ taskId, bytes }) => {
      await context.write((tx) => countOutput(tx, { usageKey: context.usageKey, kind, userId }, musicMaker, 1));
      if (!isMp3(bytes)) throw new AppError('output_failed', { detail: 'no MP3' });
      const stored = await storeFiles(services, 'music', outputId, [{ name: '0.mp3', bytes }]);
      await context.write((tx) => tx.update(musicGenerations).set(stored).where(row));
      return { taskId };
    },
  });
  await context.complete(async (tx) => {
    await tx
      .update(musicGenerations)
      .set({
        ...(taskId === '' ? {} : { taskId }),
        provider: musicMaker.id,
        audioUrl: outputUrl('music', outputId, '0.mp3'),
        updatedAt: new Date(),
      })
      .where(row);
  });
}

/** An MP3 begins with an ID3 tag or a frame header. */
function isMp3(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return Buffer.from(bytes.subarray(0, 3)).toString('latin1') === 'ID3' || (first === 0xff && (second & 0xe0) === 0xe0);
}
