/** Files of outputs: `outputs/<kind>/<row>/<name>`. Only the owner can read them; a trigger deletes them with their row. */
import { and, eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { imageGenerations, musicGenerations, videoProcessingTasks } from '#db/schema/outputs.ts';
import { discardBlobs } from '#features/contents/server/index.ts';
import type { Services } from '#infra/services.ts';

export const outputKinds = ['images', 'music', 'articles'] as const;
type OutputKind = (typeof outputKinds)[number];

const outputsPath = '/api/outputs';

export function outputUrl(kind: OutputKind, id: string, name: string): string {
  return `${outputsPath}/${kind}/${id}/${name}`;
}

function outputKey(kind: OutputKind, id: string, name: string): string {
  return `outputs/${kind}/${id}/${name}`;
}

export type OutputFile = { name: string; bytes: Uint8Array };

/** A file that its row does not name after this time is deleted. */
const unclaimedMs = 60 * 60_000;

/** Files are stored before their row names them; those that a killed worker leaves are found by the garbage job. */
export async function storeFiles(services: Services, kind: OutputKind, id: string, files: readonly OutputFile[]) {
  const keys = files.map(({ name }) => outputKey(kind, id, name));
  await discardBlobs(services.db, keys, new Date(Date.now() + unclaimedMs));
  for (const [index, key] of keys.entries()) await services.blobs.put(key, files[index]?.bytes ?? new Uint8Array());
  return { blobs: keys, storedBytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0) };
}

const tablesOfFiles = { images: imageGenerations, music: musicGenerations, articles: videoProcessingTasks };

/** Null if the row is not the user's, or if there is no such file. */
export async function findOutputFile(
  executor: Executor,
  userId: string,
  { kind, id, name }: { kind: OutputKind; id: string; name: string },
): Promise<string | null> {
  const table = tablesOfFiles[kind];
  const [row] = await executor
    .select({ blobs: table.blobs })
    .from(table)
    .where(and(eq(table.id, id), eq(table.userId, userId)));
  const key = outputKey(kind, id, name);
  return row?.blobs.includes(key) ? key : null;
}
