import { Merge, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanTag } from '#lib/notes/hashtags.ts';
import { isComposing } from '#ui/browser/is-composing.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { groupOf, type TagGroup } from './tag-groups.ts';

type TagRowProps = {
  group: TagGroup;
  groups: readonly TagGroup[];
  /** A link to the records with the tag. */
  open: (tag: string) => ReactNode;
  busy: boolean;
  onRename: (to: string) => void;
  onMerge: () => void;
  onRemove: () => void;
};

export function TagRow({ group, groups, open, busy, onRename, onMerge, onRemove }: TagRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [renaming, setRenaming] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const { tag, count, spellings } = group;

  function close(): void {
    setRenaming(false);
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('[data-rename]')?.focus({ preventScroll: true }));
  }

  return (
    <li ref={row} className="flex min-h-12 items-center gap-x-2 border-b border-line py-1 pl-1 last:border-0">
      {renaming ? (
        <RenameForm
          group={group}
          groups={groups}
          onClose={close}
          onRename={(to) => {
            close();
            onRename(to);
          }}
        />
      ) : (
        <>
          <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-3">
            <span className="min-w-0 truncate font-medium">{open(tag)}</span>
            {spellings.slice(1).map((other) => (
              <span key={other.tag} className="min-w-0 truncate text-sm text-soft">
                {open(other.tag)}
              </span>
            ))}
          </span>
          <span className="shrink-0 text-sm text-faint tabular-nums">
            {t(($) => $.tags.notes, { count, formatted: format.number(count) })}
          </span>
          <span className="flex shrink-0">
            <IconButton
              data-rename
              size="sm"
              disabled={busy}
              label={t(($) => $.tags.rename.of, { tag })}
              onClick={() => setRenaming(true)}
            >
              <Pencil aria-hidden />
            </IconButton>
            <IconButton
              size="sm"
              disabled={busy || groups.length < 2}
              label={t(($) => $.tags.merge.of, { tag })}
              onClick={onMerge}
            >
              <Merge aria-hidden />
            </IconButton>
            <IconButton size="sm" disabled={busy} label={t(($) => $.tags.remove.of, { tag })} onClick={onRemove}>
              <Trash2 aria-hidden />
            </IconButton>
          </span>
        </>
      )}
    </li>
  );
}

type RenameFormProps = Pick<TagRowProps, 'group' | 'groups' | 'onRename'> & { onClose: () => void };

/** An existing name merges the two tags; the form says so first. */
function RenameForm({ group, groups, onRename, onClose }: RenameFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [typed, setTyped] = useState(group.tag);
  const to = cleanTag(typed);
  const same = to === group.tag && group.spellings.length === 1;
  const other = groupOf(groups, to);
  const merges = other !== undefined && other.tag !== group.tag ? other : null;
  return (
    <form
      className="flex min-w-0 grow flex-wrap items-center gap-2 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (same) onClose();
        else if (to !== '') onRename(merges?.tag ?? to);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Input
        autoFocus
        aria-label={t(($) => $.tags.rename.field, { tag: group.tag })}
        value={typed}
        maxLength={60}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped(target.value)}
        className="max-w-64"
      />
      <Button size="sm" type="submit" variant="primary" disabled={to === ''}>
        {t(($) => (merges ? $.tags.merge.confirm : $.tags.rename.confirm))}
      </Button>
      <Button size="sm" variant="ghost" onClick={onClose}>
        {t(($) => $.common.cancel)}
      </Button>
      <p role="status" className="w-full text-sm text-soft empty:hidden">
        {merges
          ? t(($) => $.tags.rename.merges, { tag: merges.tag, count: merges.count, formatted: format.number(merges.count) })
          : null}
      </p>
    </form>
  );
}
