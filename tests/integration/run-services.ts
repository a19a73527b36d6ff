/** What a run needs of a server, over rows of its own database. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Tx } from '#db/client.ts';
import { contents, extractions, runs } from '#db/schema/content.ts';
import { noteTask } from '#features/summaries/tasks.ts';
import type { Services } from '#infra/services.ts';
import type { TaskContext } from '#infra/tasks/task.ts';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../harness/compute-here.ts';
import { addUser, client, keepAccountRows } from './account-rows.ts';
import { addContent, addRun, addSource } from './content-records.ts';
import { type Recorded, recordedServices } from './recorded-services.ts';

export let recorded: Recorded;
export let services: Services;
/** Of the site that a run asks: what it is asked for, and how it refuses. */
export const site: { asked: [url: string, asker: unknown][]; refusal: unknown } = { asked: [], refusal: null };
let folder = '';
/** Where files of the blob store are. */
export const pathOf = (name: string): string => join(folder, name);

/** For all tests of the file that calls it: accounts, and what a run needs of a server. */
export function keepRunRows(): void {
  keepAccountRows();
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gleaner-runs-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    for (const name of ['tasks', 'site_pace', 'blob_garbage']) await client.query(`delete from ${name}`);
    for (const id of ['ada', 'bob']) await addUser(id);
    [site.asked, site.refusal] = [[], new AppError('fetch_failed')];
    recorded = recordedServices([noteTask]);
    services = {
      ...recorded.services,
      compute: computeHere,
      ytDlp: { forAsker: () => ({}) },
      youtubeClients: [],
      speech: null,
      blobs: { localPath: async (key: string) => pathOf(key), stat: async () => ({ size: 7 }) },
      fetch: async (url: string, options: { asker?: unknown }) => {
        site.asked.push([url, options.asker]);
        throw site.refusal;
      },
    } as unknown as Services;
  });
}

export const sentences = [
  'The clay has to rest for a whole night before anybody touches it.',
  'Three teams measured the kiln and found the same eleven hours of heat.',
  'A village of forty people built the first one without a plan.',
  'The second kiln failed because the stones were still wet.',
  'Every school of the valley now teaches how the fire is laid.',
  'Ash from the orchard gives the glaze its green colour.',
];
const stamp = (s: number) => `00:00:${String(s).padStart(2, '0')},000`;
export const srt = sentences.map((text, n) => `${n + 1}\n${stamp(n * 9)} --> ${stamp(n * 9 + 8)}\n${text}\n`).join('\n');

type Told = { stages: unknown[][]; put: number[] };
export function contextOf(id: string, values: object = {}): TaskContext & Told {
  const told: Told = { stages: [], put: [] };
  return {
    ...told,
    ...{
      task: { id, createdAt: new Date() },
      usageKey: `note:${id}`,
      signal: new AbortController().signal,
      draft: () => undefined,
    },
    ...{
      stage: (...said: unknown[]) => told.stages.push(said),
      putOff: (ms: number) => told.put.push(ms),
      logger: services.logger,
    },
    write: (work: (tx: Tx) => Promise<unknown>) => client.db.transaction(work),
    complete: (work: (tx: Tx) => Promise<void>) => client.db.transaction(work),
    ...values,
  } as unknown as TaskContext & Told;
}
export const contentOf = async (id: string) => (await client.db.select().from(contents).where(eq(contents.id, id)))[0];
export const runOf = async (id: string) => (await client.db.select().from(runs).where(eq(runs.id, id)))[0];
export const extractionOf = async (id: string | null | undefined) =>
  (
    await client.db
      .select()
      .from(extractions)
      .where(eq(extractions.id, id ?? randomUUID()))
  )[0];

/** A file with these words, and two contents that wait for its run. */
export async function addFile(values: Partial<typeof runs.$inferInsert> = {}, text = srt) {
  const name = `${randomUUID()}.srt`;
  writeFileSync(pathOf(name), text);
  const source = await addSource({ key: `file:${name}`, url: null, blobKey: name, fileName: 'Kiln.srt' });
  const runId = await addRun(source.id, values);
  const waiting = { status: 'processing' as const, activeRunId: runId };
  return {
    source,
    runId,
    mine: await addContent('ada', source.id, waiting),
    theirs: await addContent('bob', source.id, { ...waiting, title: 'Own', ownTitle: true }),
  };
}
