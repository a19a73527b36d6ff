import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import type { Words } from '#i18n/words.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { officialWordsIn } from '../shared/official-words.ts';
import { forgetSaved } from './prompt-draft.ts';

export type OwnPrompt = RouterOutputs['prompt']['mine']['prompts'][number];
export type OfficialPrompt = RouterOutputs['prompt']['official']['prompts'][number];

/** An own or official prompt, in the language of the interface. */
export type AnyPrompt = { promptId: string; title: string; prompt: string; official: boolean };

export function useOwnPrompts(enabled = true) {
  const trpc = useTRPC();
  return useQuery(trpc.prompt.mine.queryOptions(undefined, { enabled }));
}

export function useOfficialPrompts(enabled = true) {
  const trpc = useTRPC();
  return useQuery(trpc.prompt.official.queryOptions(undefined, { enabled }));
}

/** Every prompt that can be run, by id; undefined until loaded. */
export function useAllPrompts(enabled = true): ReadonlyMap<string, AnyPrompt> | undefined {
  const own = useOwnPrompts(enabled).data;
  const official = useOfficialPrompts(enabled).data;
  const language = useInterfaceLanguage();
  return useMemo(() => {
    if (!own || !official) return undefined;
    const mine = own.prompts.map(({ promptId, title, customPrompt }) => ({
      promptId,
      title,
      prompt: customPrompt,
      official: false,
    }));
    const theirs = official.prompts.map(({ promptId, words }) => {
      const { title, prompt } = officialWordsIn(language, words);
      return { promptId, title, prompt, official: true };
    });
    return new Map([...mine, ...theirs].map((prompt) => [prompt.promptId, prompt]));
  }, [own, official, language]);
}

type Action = keyof Words['prompts']['failed'];

export function useActionFailed(action: Action): (error: unknown) => void {
  const { t } = useTranslation();
  const failed = useFailureToast();
  return (error) =>
    failed(
      t(($) => $.prompts.failed[action]),
      error,
    );
}

export function usePromptChanges() {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onSaveFailed = useActionFailed('save');
  const onRemoveFailed = useActionFailed('remove');
  const onRestoreFailed = useActionFailed('restore');
  const listKey = trpc.prompt.mine.queryKey();
  const onSettled = () => {
    // The first prompt may have created the account.
    void queryClient.invalidateQueries(trpc.account.me.queryFilter());
    return queryClient.invalidateQueries({ queryKey: listKey });
  };
  const create = useMutation(
    trpc.prompt.create.mutationOptions({
      onSuccess: (_data, words) => forgetSaved(null, words),
      onError: onSaveFailed,
      onSettled,
    }),
  );
  const update = useMutation(
    trpc.prompt.update.mutationOptions({
      onSuccess: (_data, { promptId, title, customPrompt }) => forgetSaved(promptId, { title, customPrompt }),
      onError: onSaveFailed,
      onSettled,
    }),
  );
  const restore = useMutation(
    trpc.prompt.restore.mutationOptions({
      onError: onRestoreFailed,
      onSettled,
      onSuccess: () => showToast({ message: t(($) => $.prompts.own.restored) }),
    }),
  );
  const remove = useMutation(
    trpc.prompt.remove.mutationOptions({
      onMutate: async ({ promptId }) => {
        await queryClient.cancelQueries({ queryKey: listKey });
        const before = queryClient.getQueryData(listKey);
        queryClient.setQueryData(listKey, (list) =>
          list ? { prompts: list.prompts.filter((prompt) => prompt.promptId !== promptId) } : list,
        );
        return { before, title: before?.prompts.find((prompt) => prompt.promptId === promptId)?.title ?? '' };
      },
      onSuccess: (_data, { promptId }, { title }) =>
        showToast({
          message: t(($) => $.prompts.own.removed, { title }),
          action: { label: t(($) => $.prompts.own.undo), onAction: () => restore.mutate({ promptId }) },
          durationMs: 10_000,
        }),
      onError: (error, _input, context) => {
        if (context?.before) queryClient.setQueryData(listKey, context.before);
        onRemoveFailed(error);
      },
      onSettled,
    }),
  );
  return { create, update, remove, restore };
}
