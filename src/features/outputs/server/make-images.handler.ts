/** Pictures are fetched at once and kept here: the addresses of a service expire. */
import { eq } from 'drizzle-orm';
import { imageGenerations } from '#db/schema/outputs.ts';
import { countOutput } from '#features/usage/server/index.ts';
import type { MadeImage } from '#infra/generation/image-maker.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { sniffImage } from '#lib/image-type.ts';
import type { ImageWork } from '../tasks.ts';
import { outputUrl, storeFiles } from './output-files.ts';

const pictureBytes = 30 * 1024 * 1024;
const pictureTimeoutMs = 60_000;

/** Errors: `output_not_configured`, the `output_*` codes. */
export async function run(services: Services, { outputId, prompt, count }: ImageWork, context: TaskContext): Promise<void> {
  const { imageMaker } = services;
  const { userId, kind } = context.task;
  if (imageMaker === null || userId === null) throw new AppError('output_not_configured');
  const made = await imageMaker.make(prompt, { count, signal: context.signal });
  // Whatever becomes of them, they cost what they cost.
  await context.write((tx) => countOutput(tx, { usageKey: context.usageKey, kind, userId }, imageMaker, made.length));
  const files = [];
  for (const [index, one] of made.entries()) {
    const bytes = await bytesOf(services, one, userId, context.signal);
    const type = sniffImage(bytes);
    if (type === null) throw new AppError('output_failed', { detail: 'no picture' });
    files.push({ name: `${index}.${type}`, bytes });
  }
  const stored = await storeFiles(services, 'images', outputId, files);
  const urls = files.map(({ name }) => outputUrl('images', outputId, name));
  await context.complete(async (tx) => {
    await tx
      .update(imageGenerations)
      .set({ ...stored, generatedImageUrl: urls[0] ?? null, generatedImageUrls: urls, updatedAt: new Date() })
      .where(eq(imageGenerations.id, outputId));
  });
}

async function bytesOf(services: Services, one: MadeImage, userId: string, signal: AbortSignal): Promise<Uint8Array> {
  if ('bytes' in one) return one.bytes;
  const response = await services.fetch(one.url, {
    ...{ signal, asker: { userId }, timeoutMs: pictureTimeoutMs, maxBytes: pictureBytes },
    headers: { accept: 'image/*' },
  });
  if (response.status === 200) return response.bytes();
  await response.cancel();
  throw new AppError('output_failed', { detail: `status ${response.status} for a picture` });
}
