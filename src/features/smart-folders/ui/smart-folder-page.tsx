import { FolderSearch, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { focusIfLost } from '#ui/browser/use-focus-handover.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Badge, Card, Skeleton } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { useRuleWords } from './rule-words.ts';
import { type FolderInput, type SmartFolder, useFolderChanges, useSmartFolders } from './use-smart-folders.ts';

const FolderDialog = lazyPart(async () => (await import('./folder-dialog.tsx')).FolderDialog);

type SmartFolderPageProps = {
  /** Wraps a folder's name in a link to its records. */
  open: (folder: SmartFolder, name: ReactNode) => ReactNode;
  actions?: ((folder: SmartFolder) => ReactNode) | undefined;
};

export function SmartFolderPage({ open, actions }: SmartFolderPageProps) {
  const { t } = useTranslation();
  const query = useSmartFolders();
  const failed = useAppError(query.error);
  const { create, update, remove } = useFolderChanges();
  const [editing, setEditing] = useState<'new' | SmartFolder | null>(null);
  const createRef = useRef<HTMLButtonElement>(null);
  const folders = query.data ?? [];

  function handleSave(folder: FolderInput): void {
    const done = (message: string) => () => {
      setEditing(null);
      // With the first folder, the button that opened the form is replaced by another one.
      focusIfLost(() => createRef.current);
      showToast({ tone: 'success', message });
    };
    const { name } = folder;
    if (editing === 'new') create.mutate(folder, { onSuccess: done(t(($) => $.smartFolders.toast.created, { name })) });
    else if (editing)
      update.mutate({ id: editing.id, ...folder }, { onSuccess: done(t(($) => $.smartFolders.toast.saved, { name })) });
  }

  const createButton = (
    <Button ref={createRef} variant="primary" onClick={() => setEditing('new')}>
      <Plus aria-hidden className="size-4" />
      {t(($) => $.smartFolders.create)}
    </Button>
  );
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-16 md:px-8">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 max-w-xl">
          <h1 className="text-2xl font-semibold">{t(($) => $.smartFolders.title)}</h1>
          <p className="mt-2 text-sm text-soft">{t(($) => $.smartFolders.lead)}</p>
        </div>
        {folders.length > 0 ? createButton : null}
      </div>
      <div className="mt-6">
        {query.isPending ? (
          <div role="status" className="flex flex-col gap-3">
            <span className="sr-only">{t(($) => $.smartFolders.loading)}</span>
            {['a', 'b', 'c'].map((row) => (
              <Skeleton key={row} className="h-20" />
            ))}
          </div>
        ) : failed && folders.length === 0 ? (
          <ErrorState
            title={t(($) => $.smartFolders.failed)}
            message={failed.message}
            code={failed.code}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : folders.length === 0 ? (
          <EmptyState
            icon={<FolderSearch />}
            title={t(($) => $.smartFolders.empty)}
            description={t(($) => $.smartFolders.emptyHint)}
            action={createButton}
          />
        ) : (
          <ul aria-label={t(($) => $.smartFolders.list)} className="flex flex-col gap-3">
            {folders.map((folder) => (
              <FolderRow
                key={folder.id}
                folder={folder}
                open={open}
                actions={actions}
                onEdit={() => setEditing(folder)}
                onRemove={() => remove(folder)}
              />
            ))}
          </ul>
        )}
      </div>
      {editing ? (
        <Suspense>
          <FolderDialog
            initial={editing === 'new' ? null : editing}
            saving={create.isPending || update.isPending}
            onSave={handleSave}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

type FolderRowProps = SmartFolderPageProps & { folder: SmartFolder; onEdit: () => void; onRemove: () => void };

function FolderRow({ folder, open, actions, onEdit, onRemove }: FolderRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const ruleWords = useRuleWords();
  const { name, tags, match_type, rules, count } = folder;
  const conditions = [...tags.map((tag) => `#${tag}`), ...ruleWords(rules)];
  return (
    <li>
      <Card className="flex items-start gap-x-4 gap-y-2 p-4 max-sm:flex-wrap">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <h2 className="text-base font-medium [overflow-wrap:anywhere]">{open(folder, name)}</h2>
          <p className="mt-0.5 text-sm text-faint tabular-nums">
            {t(($) => $.smartFolders.records, { count, formatted: format.number(count) })}
            {conditions.length > 1 ? (
              <>
                {' · '}
                {t(($) => $.smartFolders.dialog[match_type === 'all' ? 'matchAll' : 'matchAny'])}
              </>
            ) : null}
          </p>
          <ul className="mt-2 flex flex-wrap gap-1.5">
            {conditions.map((condition) => (
              <li key={condition} className="min-w-0">
                <Badge className="max-w-full">
                  <span className="truncate">{condition}</span>
                </Badge>
              </li>
            ))}
          </ul>
        </div>
        <div className="flex shrink-0 gap-1 max-sm:-ml-2">
          {actions?.(folder)}
          <IconButton size="sm" label={t(($) => $.smartFolders.edit, { name })} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton size="sm" label={t(($) => $.smartFolders.remove, { name })} onClick={onRemove}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      </Card>
    </li>
  );
}
