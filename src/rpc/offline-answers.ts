/**
 * What was read of the library stays readable without the server, where the interface stays too (its service worker). It
 * belongs to one user: another one's first answer, and signing out, delete it.
 */
import type { TRPCLink } from '@trpc/client';
import { observable, tap } from '@trpc/server/observable';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { readError } from '#lib/client-error.ts';
import type { AppRouter } from '#server/router.ts';
import { changedNoteOf } from './changed-note.ts';
import { answersAbout, keyOf, type Operation, ownerPath, surplusOf } from './offline-answer-keys.ts';

const cacheName = 'gleaner-answers';
const me = 'account.me';
const overview = 'content.overview';

const keptQueries = new Set([
  me,
  'user.videos',
  'user.videosByPage',
  overview,
  'content.transcript',
  'content.sourceText',
  'content.article',
  'highlights.ofContent',
  'share.listUserCollections',
  'share.getCollectionDetails',
  'share.getContentCollections',
]);

const away = createStore<{ away: boolean }>()(() => ({ away: false }));

export function useServerAway(): boolean {
  return useStore(away, (state) => state.away);
}

export async function forgetOfflineAnswers(): Promise<void> {
  try {
    await caches.delete(cacheName);
  } catch {
    // Without storage nothing was kept.
  }
}

export const offlineAnswersLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (!isInstalled()) return next(op);
    if (op.type === 'mutation') return next(op).pipe(tap({ next: ({ result }) => void keepUp(op, result) }));
    if (op.type !== 'query' || !keptQueries.has(op.path)) return next(op);
    return observable((observer) =>
      next(op).subscribe({
        next(answer) {
          away.setState({ away: false });
          if ('data' in answer.result) void keep(op, answer.result.data);
          observer.next(answer);
        },
        error(error) {
          if (readError(error).code !== 'offline' || op.signal?.aborted) return observer.error(error);
          void recall(op).then((data) => {
            if (data === undefined) return observer.error(error);
            away.setState({ away: true });
            observer.next({ result: { type: 'data', data } });
            observer.complete();
          });
        },
        complete: () => observer.complete(),
      }),
    );
  };

function isInstalled(): boolean {
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null && 'caches' in window;
}

/** Changes one after another, so that none is written over by the one before. */
let changing: Promise<void> = Promise.resolve();

/** Without it, one's own changes would be gone without the server, and an edit would begin at an older version. */
async function keepUp(operation: Operation, result: object): Promise<void> {
  const deleted = deletedBy(operation);
  if (deleted.length > 0) return forgetContents(deleted);
  const changed = 'data' in result ? changedNoteOf(operation, result.data) : null;
  if (changed === null) return;
  changing = changing.then(async () => {
    const { contentId, fields } = changed;
    const kept = { path: overview, input: { contentId } };
    const before = await recall(kept);
    if (before !== undefined) await keep(kept, { ...(before as object), ...fields });
  });
  await changing;
}

function deletedBy({ path, input }: Operation): readonly string[] {
  if (path === 'userNote.deleteContentWithCleanup') return [(input as { contentId: string }).contentId];
  return path === 'userNote.deleteMany' ? (input as { contentIds: string[] }).contentIds : [];
}

async function forgetContents(contentIds: readonly string[]): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    const urls = (await cache.keys()).map(({ url }) => url);
    for (const url of answersAbout(urls, contentIds)) await cache.delete(url);
  } catch {
    // Without storage nothing was kept.
  }
}

let settleOwner: (owner: string | null) => void;
/** Nothing is kept before it is known whose it is. */
const ownerKnown = new Promise<string | null>((resolve) => {
  settleOwner = resolve;
});

async function keep(operation: Operation, data: unknown): Promise<void> {
  try {
    if (operation.path === me) await changeOwner(data);
    if ((await ownerKnown) === null) return;
    const cache = await caches.open(cacheName);
    await cache.put(keyOf(operation), Response.json(data));
    // Those put first are the oldest.
    const urls = (await cache.keys()).map(({ url }) => url);
    for (const url of surplusOf(urls)) await cache.delete(url);
  } catch {
    // No room: what is open can be read all the same.
  }
}

async function changeOwner(data: unknown): Promise<void> {
  const owner = (data as { user: { id: string } | null }).user?.id ?? null;
  const before = await (await caches.match(ownerPath, { cacheName }))?.text();
  if (before !== owner) await forgetOfflineAnswers();
  if (owner !== null) await (await caches.open(cacheName)).put(ownerPath, new Response(owner));
  settleOwner(owner);
}

async function recall(operation: Operation): Promise<unknown> {
  try {
    return await (await caches.match(keyOf(operation), { cacheName }))?.json();
  } catch {
    return undefined;
  }
}
