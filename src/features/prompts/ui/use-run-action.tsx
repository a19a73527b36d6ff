import { Link } from '@tanstack/react-router';
import { Plus, RotateCw, Sparkles } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusIfLost } from '#ui/browser/use-focus-handover.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { MenuAction } from '#ui/overlays/action-menu.tsx';
import { DropdownMenuItem, DropdownMenuLabel, DropdownMenuSeparator } from '#ui/overlays/dropdown-menu.tsx';
import type { PromptWords } from './prompt-draft.ts';
import { useAllPrompts, useOfficialPrompts, useOwnPrompts, usePromptChanges } from './use-prompts.ts';
import { useRunPrompt } from './use-run-from-list.ts';

const PromptDialog = lazyPart(async () => (await import('./prompt-dialog.tsx')).PromptDialog);

type RunActionOptions = { contentId: string; onStarted: (promptId: string) => void };

/** All prompts for this content, as a page of its menu; `dialog` is the form for a new one. */
export function useRunAction({ contentId, onStarted }: RunActionOptions): { action: MenuAction; dialog: ReactNode } {
  const { t } = useTranslation();
  const { mutate: run, isPending } = useRunPrompt();
  const { create } = usePromptChanges();
  const [writing, setWriting] = useState(false);

  function choose(promptId: string): void {
    run({ contentId, promptId }, { onSuccess: () => onStarted(promptId) });
  }

  function handleWriting(open: boolean): void {
    setWriting(open);
    if (!open) focusIfLost(() => document.querySelector<HTMLElement>('[data-more-actions]'));
  }

  function handleSave(words: PromptWords): void {
    create.mutate(words, {
      onSuccess: ({ promptId }) => {
        handleWriting(false);
        choose(promptId);
      },
    });
  }

  const action = useMemo<MenuAction>(
    () => ({
      id: 'prompts',
      icon: <Sparkles aria-hidden />,
      label: t(($) => $.prompts.menu.open),
      busy: isPending,
      page: (
        <Prompts
          onChoose={(promptId) => run({ contentId, promptId }, { onSuccess: () => onStarted(promptId) })}
          onWrite={() => setWriting(true)}
        />
      ),
    }),
    [contentId, isPending, onStarted, run, t],
  );
  const dialog = writing ? (
    <Suspense>
      <PromptDialog
        open
        onOpenChange={handleWriting}
        initial={null}
        saveLabel={t(($) => $.prompts.editor.saveAndRun)}
        saving={create.isPending}
        onSave={handleSave}
      />
    </Suspense>
  ) : null;
  return { action, dialog };
}

function Prompts({ onChoose, onWrite }: { onChoose: (promptId: string) => void; onWrite: () => void }) {
  const { t } = useTranslation();
  const prompts = useAllPrompts(true);
  const [mine, official] = [useOwnPrompts(true), useOfficialPrompts(true)];
  const unread = [mine, official].filter(({ isError, isFetching }) => isError && !isFetching);
  if (official.data?.model === null) {
    return (
      <>
        <p className="px-2 pt-1 text-sm font-medium">{t(($) => $.prompts.needsModel.title)}</p>
        <p className="px-2 pt-1 pb-2 text-sm text-soft">{t(($) => $.prompts.needsModel.how)}</p>
        <DropdownMenuItem asChild>
          <Link to="/user/settings" search={{ section: 'model' }}>
            {t(($) => $.prompts.needsModel.settings)}
          </Link>
        </DropdownMenuItem>
      </>
    );
  }
  if (!prompts) {
    // A menu must have items, even while they load.
    return unread.length === 0 ? (
      <DropdownMenuItem disabled>{t(($) => $.prompts.menu.loading)}</DropdownMenuItem>
    ) : (
      <DropdownMenuItem
        onSelect={(event) => {
          event.preventDefault();
          for (const query of unread) void query.refetch();
        }}
      >
        <RotateCw aria-hidden />
        {t(($) => $.prompts.menu.failed)}
      </DropdownMenuItem>
    );
  }
  const all = [...prompts.values()];
  const own = all.filter((prompt) => !prompt.official);
  return (
    <>
      <DropdownMenuLabel>{t(($) => $.prompts.menu.mine)}</DropdownMenuLabel>
      {own.length === 0 ? <p className="px-2 py-1 text-sm text-soft">{t(($) => $.prompts.menu.noneOfMine)}</p> : null}
      {own.map(({ promptId, title }) => (
        <DropdownMenuItem key={promptId} onSelect={() => onChoose(promptId)}>
          <span className="truncate">{title}</span>
        </DropdownMenuItem>
      ))}
      <DropdownMenuItem onSelect={onWrite}>
        <Plus aria-hidden />
        {t(($) => $.prompts.menu.create)}
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>{t(($) => $.prompts.menu.official)}</DropdownMenuLabel>
      {all
        .filter((prompt) => prompt.official)
        .map(({ promptId, title }) => (
          <DropdownMenuItem key={promptId} onSelect={() => onChoose(promptId)}>
            <span className="truncate">{title}</span>
          </DropdownMenuItem>
        ))}
    </>
  );
}
