import { Link } from '@tanstack/react-router';
import { Plus, RotateCw, Sparkles } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusIfLost } from '#ui/browser/use-focus-handover.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import type { PromptWords } from './prompt-draft.ts';
import { useAllPrompts, useOfficialPrompts, useOwnPrompts, usePromptChanges } from './use-prompts.ts';
import { useRunPrompt } from './use-run-from-list.ts';

const PromptDialog = lazyPart(async () => (await import('./prompt-dialog.tsx')).PromptDialog);

type RunMenuProps = { contentId: string; onStarted: (promptId: string) => void };

/** Every prompt that can be run on this content: one's own first, then the official ones. A new one is written right here. */
export function RunMenu({ contentId, onStarted }: RunMenuProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const prompts = useAllPrompts(opened);
  const [mine, official] = [useOwnPrompts(opened), useOfficialPrompts(opened)];
  const model = official.data?.model;
  const unread = [mine, official].filter(({ isError, isFetching }) => isError && !isFetching);
  const run = useRunPrompt();
  const all = [...(prompts?.values() ?? [])];
  const choose = (promptId: string) => run.mutate({ contentId, promptId }, { onSuccess: () => onStarted(promptId) });
  const own = all.filter(({ official }) => !official);
  const { create } = usePromptChanges();
  const [writing, setWriting] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);

  /** The item of the menu that opened the editor is gone with the menu. */
  function handleWriting(open: boolean): void {
    setWriting(open);
    if (!open) focusIfLost(() => trigger.current);
  }

  function handleSave(words: PromptWords): void {
    create.mutate(words, {
      onSuccess: ({ promptId }) => {
        handleWriting(false);
        choose(promptId);
      },
    });
  }

  return (
    <>
      <DropdownMenu onOpenChange={(open) => setOpened((before) => before || open)}>
        <DropdownMenuTrigger asChild>
          <Button ref={trigger} size="sm" variant="ghost" loading={run.isPending}>
            {run.isPending ? null : <Sparkles aria-hidden className="size-4" />}
            {t(($) => $.prompts.menu.open)}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="w-72">
          {model === null ? (
            <>
              <p className="px-2 pt-2 text-sm font-medium">{t(($) => $.prompts.needsModel.title)}</p>
              <p className="px-2 pt-1 pb-2 text-sm text-soft">{t(($) => $.prompts.needsModel.how)}</p>
              <DropdownMenuItem asChild>
                <Link to="/user/settings" search={{ section: 'model' }}>
                  {t(($) => $.prompts.needsModel.settings)}
                </Link>
              </DropdownMenuItem>
            </>
          ) : !prompts ? (
            // A menu has items, also while it waits.
            unread.length === 0 ? (
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
            )
          ) : (
            <>
              <DropdownMenuLabel>{t(($) => $.prompts.menu.mine)}</DropdownMenuLabel>
              {own.length === 0 ? <p className="px-2 py-1 text-sm text-soft">{t(($) => $.prompts.menu.noneOfMine)}</p> : null}
              {own.map(({ promptId, title }) => (
                <DropdownMenuItem key={promptId} onSelect={() => choose(promptId)}>
                  <span className="truncate">{title}</span>
                </DropdownMenuItem>
              ))}
              <DropdownMenuItem onSelect={() => setWriting(true)}>
                <Plus aria-hidden />
                {t(($) => $.prompts.menu.create)}
              </DropdownMenuItem>
              <DropdownMenuSeparator />
              <DropdownMenuLabel>{t(($) => $.prompts.menu.official)}</DropdownMenuLabel>
              {all
                .filter(({ official }) => official)
                .map(({ promptId, title }) => (
                  <DropdownMenuItem key={promptId} onSelect={() => choose(promptId)}>
                    <span className="truncate">{title}</span>
                  </DropdownMenuItem>
                ))}
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {writing ? (
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
      ) : null}
    </>
  );
}
