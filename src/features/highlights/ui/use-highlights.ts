import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextQuote } from '#lib/text/find-quote.ts';
import { type RouterInputs, useTRPC } from '#rpc/client.tsx';
import { useSourceText, useTranscript } from '#rpc/content-parts.ts';
import { lastingClient } from '#rpc/lasting-client.ts';
import { showToast } from '#ui/toast/toast.ts';
import type { Highlight } from '../contract.ts';
import type { HighlightScope } from '../shared/highlight-kinds.ts';
import { storedTexts, talkText } from './find-highlights.ts';
import { type HighlightChange, withChange, withoutChange, withoutRow, withRow } from './highlight-rows.ts';
import { useHighlightCache } from './use-highlight-cache.ts';

const none: readonly Highlight[] = [];

export function useHighlights(contentId: string) {
  const trpc = useTRPC();
  const enabled = /^[\da-f-]{36}$/i.test(contentId);
  const query = useQuery({ ...trpc.highlights.ofContent.queryOptions({ contentId }), enabled });
  return {
    highlights: query.data?.highlights ?? none,
    isPending: query.isPending,
    error: query.data ? null : query.error,
    retrying: query.isFetching,
    retry: () => void query.refetch(),
  };
}

export type NewHighlight = Omit<RouterInputs['highlights']['create'], 'id' | 'contentId'>;

/** A version 4 UUID that needs no secure context. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

type Creation = RouterInputs['highlights']['create'];

/** Highlights that are being created; changes to them wait until then. */
const onTheirWay = new Map<string, { input: Creation; arrived: Promise<boolean> }>();

function whenMade(id: string, act: () => unknown): void {
  const made = onTheirWay.get(id);
  if (made) void made.arrived.then((there) => (there ? act() : undefined));
  else act();
}

function useHighlightCalls(handlers: { onError: (error: unknown) => void; onSettled: () => void }) {
  const trpc = useTRPC();
  const calls = lastingClient.highlights;
  const create = useMutation({
    mutationFn: (input: RouterInputs['highlights']['create']) => calls.create.mutate(input),
    ...handlers,
  });
  const update = useMutation({
    mutationFn: (input: RouterInputs['highlights']['update']) => calls.update.mutate(input),
    ...handlers,
  });
  const remove = useMutation({
    mutationFn: (input: RouterInputs['highlights']['delete']) => calls.delete.mutate(input),
    ...handlers,
  });
  const restore = useMutation({
    mutationFn: (input: RouterInputs['highlights']['restore']) => calls.restore.mutate(input),
    ...handlers,
  });
  const reattach = useMutation(trpc.highlights.reattach.mutationOptions());
  return { create, update, remove, restore, reattach };
}

/** Optimistic: refused changes are reverted with a message. */
export function useHighlightActions(contentId: string) {
  const { t } = useTranslation();
  const { show, takeBack, rowOf, onError, onSettled } = useHighlightCache(contentId);
  const { create, update, remove, restore, reattach } = useHighlightCalls({ onError, onSettled });

  const actions = {
    create(input: NewHighlight): Highlight {
      const at = new Date().toISOString();
      const made: Highlight = { comment: '', ...input, id: newId(), content_id: contentId, created_at: at, updated_at: at };
      show((before) => [...before, made]);
      const sent = { ...input, id: made.id, contentId };
      const arrived = create.mutateAsync(sent).then(
        () => true,
        () => {
          takeBack((before) => withoutRow(before, made.id))();
          return false;
        },
      );
      onTheirWay.set(made.id, { input: sent, arrived });
      void arrived.then(() => onTheirWay.delete(made.id));
      return made;
    },
    /** `leaving`: the page is closing and will see no response. */
    update(highlightId: string, change: HighlightChange, { leaving = false } = {}): void {
      const made = onTheirWay.get(highlightId);
      // Sends everything, because the create request may still be running when the page closes.
      if (leaving && made) lastingClient.highlights.create.mutate({ ...made.input, ...change }).catch(() => undefined);
      const row = rowOf(highlightId);
      show((before) => withChange(before, highlightId, change));
      const undo = takeBack((before) => (row ? withoutChange(before, row, change) : [...before]));
      whenMade(highlightId, () => update.mutateAsync({ highlightId, ...change }).catch(undo));
    },
    /** `typed`: a comment that was changed and is not saved. */
    remove(highlight: Highlight, typed: string | null): void {
      const row = rowOf(highlight.id);
      show((before) => withoutRow(before, highlight.id));
      const say = () =>
        showToast({
          id: `highlight-${highlight.id}`,
          message: t(($) => $.highlights.deleted),
          action: { label: t(($) => $.highlights.undo), onAction: () => actions.restore(highlight, typed) },
        });
      const undo = takeBack((before) => (row ? withRow(before, row) : [...before]));
      // Works even if the list is gone; a refusal has been reported already.
      whenMade(highlight.id, () => remove.mutateAsync({ highlightId: highlight.id }).then(say, undo));
    },
    restore(highlight: Highlight, typed: string | null): void {
      show((before) => withRow(before, { ...highlight, comment: typed ?? highlight.comment }));
      restore.mutateAsync({ highlightId: highlight.id }).then(
        // A deleted highlight takes no changes.
        () => (typed === null ? undefined : actions.update(highlight.id, { comment: typed })),
        takeBack((before) => withoutRow(before, highlight.id)),
      );
    },
    /** Failures are silent, because the place is found again next time. */
    reattach(items: { id: string; anchors: TextQuote }[]): void {
      const found = new Map(items.map(({ id, anchors }) => [id, anchors]));
      show((before) => before.map((each) => ({ ...each, anchors: found.get(each.id) ?? each.anchors })));
      for (let from = 0; from < items.length; from += 100) reattach.mutate({ contentId, items: items.slice(from, from + 100) });
    },
  };
  return actions;
}

export type HighlightActions = ReturnType<typeof useHighlightActions>;

export function useContentOverview(contentId: string) {
  const trpc = useTRPC();
  return useQuery(trpc.content.overview.queryOptions({ contentId })).data ?? null;
}

export const nothing = { contentId: '', extractionId: null, hasScript: false, transcriptVersion: 0, hasText: false };

/** Null for texts that are not known yet. */
export type HighlightTexts = Record<HighlightScope, readonly string[] | null>;

/** Loads a talk's article in both forms only when a highlight needs it. */
export function useHighlightTexts(contentId: string, wanted: readonly Highlight[]): HighlightTexts | null {
  const trpc = useTRPC();
  const overview = useContentOverview(contentId);
  const wants = (scope: HighlightScope) => wanted.some((each) => each.scope === scope);
  const script = useTranscript(overview ?? nothing, { enabled: wants('subtitle') }).data;
  const text = useSourceText(overview ?? nothing, { enabled: wants('article') }).data;
  const note = overview?.note ?? null;
  const stored = useMemo(() => storedTexts(note, text, script), [note, text, script]);
  const isTalk = overview !== null && !overview.hasText && overview.hasScript;
  const enabled = isTalk && wants('article');
  const spoken = useQuery(trpc.content.article.queryOptions({ contentId }, { enabled })).data;
  const written = useQuery(trpc.content.writtenArticle.queryOptions({ contentId }, { enabled })).data;
  const known = overview !== null;
  return useMemo(() => {
    if (!known) return null;
    const one = (words: string | null) => (words === null ? null : [words]);
    const derived = spoken && written ? [talkText(written.parts), talkText(spoken.chapters)] : null;
    return { note: one(stored.note), article: isTalk ? derived : one(stored.article), subtitle: one(stored.subtitle) };
  }, [known, stored, isTalk, spoken, written]);
}
