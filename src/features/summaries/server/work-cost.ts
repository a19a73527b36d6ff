import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { contents, sources } from '#db/schema/content.ts';
import { requireOwnedContent, wantedLink } from '#features/contents/server/index.ts';
import { remainingTime, reservedSeconds } from '#features/metering/server/index.ts';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Services } from '#infra/services.ts';
import type { summariesContract } from '../contract.ts';
import { noteTask } from '../tasks.ts';
import { withoutNotes } from './batch-summary/start-batch.ts';
import { likelyWriter } from './choose-writer.ts';
import { findFreshRun, isFetchedAnew, knownSeconds } from './note-price.ts';
import { type NoteWish, type OwnWords, runKey, wordsKey } from './run-key.ts';

type Call = (typeof summariesContract)['user.workCost'];
type Cost = z.input<Call['output']>;
type Person = Pick<AuthUser, 'id' | 'role'>;
/** In seconds; `unknown` when it was not read yet; null when it takes no time. */
type Price = number | 'unknown' | null;
type Writer = Awaited<ReturnType<typeof likelyWriter>>;

/** Errors: `not_found`. */
export async function costOfWork(services: Services, person: Person | null, input: z.output<Call['input']>): Promise<Cost> {
  if (input.work === 'again' && person) await requireOwnedContent(services.db, person.id, input.contentId);
  const { remainingTime: left } = await remainingTime(services, person);
  const nothing = { seconds: 0, unknown: 0, left };
  if (left === null) return { pays: 'unlimited', ...nothing };
  const writer = person ? await likelyWriter(services, person.id) : { llm: services.llm, keyUserId: null };
  if (writer.keyUserId !== null) return { pays: 'own_key', ...nothing };
  const prices = await pricesOf(services, { person, writer }, input);
  const seconds = prices.reduce<number>((sum, price) => sum + (typeof price === 'number' ? price : 0), 0);
  const unknown = prices.filter((price) => price === 'unknown').length;
  return { pays: seconds + unknown > 0 ? 'time' : 'nothing', seconds, unknown, left };
}

type Asker = { person: Person | null; writer: Writer };

async function pricesOf(services: Services, asker: Asker, input: z.output<Call['input']>): Promise<Price[]> {
  const { person } = asker;
  switch (input.work) {
    // Questions to a model take no time.
    case 'question':
      return [];
    case 'links':
      return Promise.all(input.links.map((link) => priceOfLink(services, asker, link, wishOf(services, input))));
    case 'again':
      return person ? [await priceOfContent(services, asker, person.id, input)] : [];
    case 'batch': {
      if (!person) return [];
      const contentIds = await withoutNotes(services.db, person.id, input.contentIds);
      const prices: Price[] = [];
      for (const contentId of contentIds) prices.push(await priceOfContent(services, asker, person.id, { contentId }));
      return prices;
    }
  }
}

function wishOf({ settings }: Services, { noteLanguage, detail }: Partial<NoteWish>): NoteWish {
  return { noteLanguage: noteLanguage ?? settings.defaultLanguage, detail: detail ?? 'standard' };
}

/** The price that `startNote` would reserve. */
async function priceOfLink(
  services: Services,
  { person, writer }: Asker,
  { url, durationSeconds }: { url: string; durationSeconds: number | null },
  wish: NoteWish,
): Promise<Price> {
  const { db } = services;
  const wanted = wantedLink(url);
  const [source] = await db.select().from(sources).where(eq(sources.key, wanted.key));
  if (!source) return durationSeconds === null ? 'unknown' : reservedSeconds(durationSeconds);
  const [content] = person
    ? await db
        .select()
        .from(contents)
        .where(and(eq(contents.userId, person.id), eq(contents.sourceId, source.id)))
    : [];
  if (content && (content.status === 'completed' || content.activeRunId !== null)) return null;
  const key = runKey(writer, source.key, wish);
  if ((await isUnderWay(services, key)) || (await findFreshRun(db, key))) return null;
  const priced = { content: content ?? null, source, own: null, refetch: false, toldSeconds: durationSeconds };
  const seconds = await knownSeconds(db, priced);
  return seconds === null ? 'unknown' : reservedSeconds(seconds);
}

/** The price that `startNoteAgain` would reserve, or `startNote` for a failed content. */
async function priceOfContent(
  services: Services,
  { writer }: Asker,
  userId: string,
  { contentId, ...wish }: { contentId: string } & Partial<NoteWish>,
): Promise<Price> {
  const { db } = services;
  const content = await requireOwnedContent(db, userId, contentId);
  const [source] = await db.select().from(sources).where(eq(sources.id, content.sourceId));
  if (!source || content.activeRunId !== null) return null;
  const own: OwnWords | null = content.ownExtractionId === null ? null : { extractionId: content.ownExtractionId };
  const wanted = { noteLanguage: wish.noteLanguage ?? content.noteLanguage, detail: wish.detail ?? content.detail };
  const key = runKey(writer, wordsKey(source.key, content.id, own), wanted);
  if (await isUnderWay(services, key)) return null;
  const begins = content.status === 'completed' || own !== null;
  if (!begins && (await findFreshRun(db, key))) return null;
  const refetch = begins && (await isFetchedAnew(db, content, source));
  const seconds = await knownSeconds(db, { content, source, own, refetch, toldSeconds: null });
  return seconds === null ? 'unknown' : reservedSeconds(seconds);
}

async function isUnderWay({ db, tasks }: Services, key: string): Promise<boolean> {
  const task = await tasks.latest(db, noteTask, key);
  return task?.state === 'queued' || task?.state === 'running';
}
