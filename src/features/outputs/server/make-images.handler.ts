/** Pictures are fetched at once and stored, because the service's addresses expire. */
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { imageGenerations } from '#db/schema/outputs.ts';
import { countOutput } from '#features/usage/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { sniffImage } from '#lib/image-type.ts';
import type { ImageWork } from '../tasks.ts';
import { outputUrl, storeFiles } from './output-files.ts';
import { payOnce } from './pay-once.ts';

const pictureBytes = 30 * 1024 * 1024;
const pictureTimeoutMs = 60_000;

/** Pictures sent as bytes are already stored; those sent as an address are still to be fetched. */
const zKept = z.array(
  z.union([
    z.strictObject({ url: z.string() }),
    z.strictObject({ name: z.string(), blobs: z.array(z.string()), storedBytes: z.number() }),
  ]),
);
type Stored = Exclude<z.infer<typeof zKept>[number], { url: string }>;

/** Errors: `output_not_configured`, the `output_*` codes. */
export async function run(services: Services, { outputId, prompt, count }: ImageWork, context: TaskContext): Promise<void> {
  const { imageMaker } = services;
  const { userId, kind } = context.task;
  if (imageMaker === null || userId === null) throw new AppError('output_not_configured');
  const row = eq(imageGenerations.id, outputId);
  const kept = await payOnce(context, zKept, {
    ask: () => imageMaker.make(prompt, { count, signal: context.signal }),
    keep: async (made) => {
      // Charged whatever happens to the pictures next.
      await context.write((tx) => countOutput(tx, { usageKey: context.usageKey, kind, userId }, imageMaker, made.length));
      const all: z.infer<typeof zKept> = [];
      for (const [index, one] of made.entries())
        all.push('url' in one ? one : await storePicture(services, outputId, index, one.bytes));
      await context.write((tx) => tx.update(imageGenerations).set(filesOf(all)).where(row));
      return all;
    },
  });
  const files: Stored[] = [];
  for (const [index, one] of kept.entries()) {
    if ('url' in one) {
      const bytes = await fetchPicture(services, one.url, userId, context.signal);
      files.push(await storePicture(services, outputId, index, bytes));
    } else files.push(one);
  }
  const urls = files.map(({ name }) => outputUrl('images', outputId, name));
  await context.complete(async (tx) => {
    await tx
      .update(imageGenerations)
      .set({ ...filesOf(files), generatedImageUrl: urls[0] ?? null, generatedImageUrls: urls, updatedAt: new Date() })
      .where(row);
  });
}

function filesOf(all: z.infer<typeof zKept>) {
  const files = all.filter((one): one is Stored => !('url' in one));
  return { blobs: files.flatMap(({ blobs }) => blobs), storedBytes: files.reduce((sum, one) => sum + one.storedBytes, 0) };
}

async function storePicture(services: Services, outputId: string, index: number, bytes: Uint8Array): Promise<Stored> {
  const type = sniffImage(bytes);
  if (type === null) throw new AppError('output_failed', { detail: 'no picture' });
  const name = `${index}.${type}`;
  return { name, ...(await storeFiles(services, 'images', outputId, [{ name, bytes }])) };
}

async function fetchPicture(services: Services, url: string, userId: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await services.fetch(url, {
    ...{ signal, asker: { userId }, timeoutMs: pictureTimeoutMs, maxBytes: pictureBytes },
    headers: { accept: 'image/*' },
  });
  if (response.status === 200) return response.bytes();
  await response.cancel();
  const detail = `status ${response.status} for a picture`;
  if (response.status === 429 || response.status >= 500) throw new AppError('output_unavailable', { detail, retry: {} });
  throw new AppError('output_failed', { detail });
}
