import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { cleanTag, takeTags } from '#lib/notes/hashtags.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { patchRecord } from '#rpc/patch-records.ts';
import { invalidateAfter } from '#rpc/stale-queries.ts';
import { changes } from '../../changes.ts';

type Mark = { kind: 'add' | 'remove'; tag: string } | { kind: 'favorite'; on: boolean };

export type Marks = {
  /** The expected tags, without the favourite tag. */
  tags: readonly string[];
  favorite: boolean;
  /** The tag that is made of the typed words, empty if there is none; `added`: the note had it not yet. */
  addTag: (typed: string) => { tag: string; added: boolean };
  removeTag: (tag: string) => void;
  setFavorite: (on: boolean) => void;
};

/** Tags and favourite of a note, updated optimistically: sent one at a time, reverted on failure. */
export function useMarks(contentId: string, stored: readonly string[]): Marks {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const failed = useFailureToast();
  const mutationKey = ['note-marks', contentId];
  const waiting = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Mark,
  });
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `note-marks:${contentId}` },
    mutationFn: (mark: Mark) => {
      if (mark.kind === 'favorite') return client.userNote.setFavorite.mutate({ contentId, favorite: mark.on });
      const { tag } = mark;
      return mark.kind === 'add'
        ? client.userNote.addTag.mutate({ contentId, tag })
        : client.userNote.removeTag.mutate({ contentId, tag });
    },
    onSuccess: async ({ note, versionId }) => {
      const queryKey = trpc.content.overview.queryKey({ contentId });
      // A running load may return the note from before.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (detail) => (detail ? { ...detail, note, noteVersionId: versionId } : detail));
      patchRecord(queries, trpc, contentId, { tags: takeTags(note).tags });
      // Not awaited: further marks wait for this one.
      void invalidateAfter(queries, changes, { path: 'userNote.addTag', contentId });
    },
    onError: (error, mark) => {
      void queries.invalidateQueries({ queryKey: trpc.content.overview.queryKey({ contentId }) });
      failed(
        t(($) => (mark.kind === 'favorite' ? $.notes.marks.favoriteFailed : $.notes.marks.tagFailed)),
        error,
      );
    },
  });
  const shown = waiting.reduce(apply, stored);
  return {
    tags: shown.filter((tag) => tag !== favoriteTag),
    favorite: shown.includes(favoriteTag),
    addTag(typed) {
      const tag = cleanTag(typed);
      const added = tag !== '' && !shown.some((one) => isSame(one, tag));
      if (added) mutate({ kind: 'add', tag });
      return { tag, added };
    },
    removeTag: (tag) => mutate({ kind: 'remove', tag }),
    setFavorite: (on) => mutate({ kind: 'favorite', on }),
  };
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function apply(tags: readonly string[], mark: Mark): readonly string[] {
  const tag = mark.kind === 'favorite' ? favoriteTag : mark.tag;
  const rest = tags.filter((one) => !isSame(one, tag));
  const isAdded = mark.kind === 'favorite' ? mark.on : mark.kind === 'add';
  if (!isAdded) return rest;
  return rest.length < tags.length ? tags.map((one) => (isSame(one, tag) ? tag : one)) : [...tags, tag];
}
