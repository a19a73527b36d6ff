import { Copy, MessageSquareText, MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Card } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { promptLimits } from '../shared/prompt-limits.ts';
import { NeedsModel } from './needs-model.tsx';
import type { PromptWords } from './prompt-draft.ts';
import { PromptList, RunButton, useChooseContent } from './prompt-list.tsx';
import { type OwnPrompt, useOfficialPrompts, useOwnPrompts, usePromptChanges } from './use-prompts.ts';

const PromptDialog = lazyPart(async () => (await import('./prompt-dialog.tsx')).PromptDialog);

type OwnPromptsProps = {
  /** Opens the prompt's tab on the content and runs the prompt. */
  onRun: (contentId: string, promptId: string) => void;
  browse: ReactNode;
};

type Editing = 'new' | OwnPrompt | null;

export function OwnPrompts({ onRun, browse }: OwnPromptsProps) {
  const { t } = useTranslation();
  const query = useOwnPrompts();
  const { data: official } = useOfficialPrompts();
  const { create, update, remove } = usePromptChanges();
  const [editing, setEditing] = useState<Editing>(null);
  const { choose, dialog } = useChooseContent(onRun);
  const needsModel = official?.model === null;

  function handleSave(words: PromptWords): void {
    const done = (message: string) => () => {
      setEditing(null);
      showToast({ tone: 'success', message });
    };
    if (editing === 'new') create.mutate(words, { onSuccess: done(t(($) => $.prompts.own.created)) });
    else if (editing) update.mutate({ promptId: editing.promptId, ...words }, { onSuccess: done(t(($) => $.prompts.own.saved)) });
  }

  function handleDuplicate({ title, customPrompt }: OwnPrompt): void {
    create.mutate(
      { title: t(($) => $.prompts.own.copyTitle, { title }).slice(0, promptLimits.titleLength), customPrompt },
      { onSuccess: () => showToast({ message: t(($) => $.prompts.own.duplicated) }) },
    );
  }

  const prompts = query.data?.prompts ?? [];
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-16 md:px-8">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 max-w-xl">
          <h1 className="text-2xl font-semibold">{t(($) => $.prompts.own.title)}</h1>
          <p className="mt-2 text-sm text-soft">{t(($) => $.prompts.own.lead)}</p>
        </div>
        <Button variant="primary" onClick={() => setEditing('new')}>
          <Plus aria-hidden className="size-4" />
          {t(($) => $.prompts.own.create)}
        </Button>
      </div>
      <div className="mt-6 flex flex-col gap-4">
        {needsModel ? <NeedsModel /> : null}
        <PromptList query={query}>
          {query.isPending ? null : prompts.length === 0 ? (
            <EmptyState
              icon={<MessageSquareText />}
              title={t(($) => $.prompts.own.empty)}
              description={t(($) => $.prompts.own.emptyHint)}
              action={browse}
            />
          ) : (
            <ul aria-label={t(($) => $.prompts.own.list)} className="flex flex-col gap-3">
              {prompts.map((prompt) => (
                <OwnPromptRow
                  key={prompt.promptId}
                  prompt={prompt}
                  canRun={!needsModel}
                  onRun={() => choose(prompt)}
                  onEdit={() => setEditing(prompt)}
                  onDuplicate={() => handleDuplicate(prompt)}
                  onRemove={() => remove.mutate({ promptId: prompt.promptId })}
                />
              ))}
            </ul>
          )}
        </PromptList>
      </div>
      {editing ? (
        <Suspense>
          <PromptDialog
            open
            onOpenChange={(open) => (open ? undefined : setEditing(null))}
            initial={editing === 'new' ? null : editing}
            saving={create.isPending || update.isPending}
            onSave={handleSave}
          />
        </Suspense>
      ) : null}
      {dialog}
    </div>
  );
}

type OwnPromptRowProps = {
  prompt: OwnPrompt;
  canRun: boolean;
  onRun: () => void;
  onEdit: () => void;
  onDuplicate: () => void;
  onRemove: () => void;
};

function OwnPromptRow({ prompt, canRun, onRun, onEdit, onDuplicate, onRemove }: OwnPromptRowProps) {
  const { t } = useTranslation();
  const { title, customPrompt } = prompt;
  return (
    <li>
      <Card className="flex flex-wrap items-start gap-x-4 gap-y-3 p-4">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-base font-medium [overflow-wrap:anywhere]">{title}</h2>
          <p className="mt-1 line-clamp-3 text-sm [overflow-wrap:anywhere] whitespace-pre-line text-soft">{customPrompt}</p>
        </div>
        <div className="flex shrink-0 items-center gap-1">
          {canRun ? <RunButton title={title} onRun={onRun} /> : null}
          <IconButton size="sm" label={t(($) => $.prompts.own.editName, { title })} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <IconButton size="sm" label={t(($) => $.prompts.own.more, { title })}>
                <MoreHorizontal aria-hidden />
              </IconButton>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end">
              <DropdownMenuItem onSelect={onDuplicate}>
                <Copy aria-hidden />
                {t(($) => $.prompts.own.duplicate)}
              </DropdownMenuItem>
              <DropdownMenuSeparator />
              <DropdownMenuItem danger onSelect={onRemove}>
                <Trash2 aria-hidden />
                {t(($) => $.prompts.own.remove)}
              </DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
        </div>
      </Card>
    </li>
  );
}
