import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowUpRight, ChevronDown, Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { isComposing } from '#ui/browser/is-composing.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { cleanCollectionName, collectionNameLength } from '../shared/clean-collection-name.ts';
import { firstField } from './first-field.ts';
import { type Collection, type CollectionChanges, type CollectionName, itemCount, useCollections } from './use-collections.ts';

/** With more collections, the list is folded and has a search field. */
const shownAtFirst = 5;

type CollectionsMenuProps = {
  contentId: string;
  own: UseQueryResult<CollectionName[], unknown>;
  changes: CollectionChanges;
  onLeave: () => void;
};

export function CollectionsMenu({ contentId, own, changes, onLeave }: CollectionsMenuProps) {
  const { t } = useTranslation();
  const all = useCollections();
  const failed = useAppError(all.error ?? own.error);
  if (failed && (!all.data || !own.data)) {
    return (
      <ErrorState
        layout="row"
        title={t(($) => $.collections.menu.failed)}
        message={failed.message}
        code={failed.code}
        retrying={all.isFetching || own.isFetching}
        onRetry={() => void Promise.all([all.refetch(), own.refetch()])}
      />
    );
  }
  if (!all.data || !own.data) {
    return (
      <div role="status" className="flex flex-col gap-1 p-1">
        <span className="sr-only">{t(($) => $.collections.menu.loading)}</span>
        {['a', 'b', 'c'].map((row) => (
          <Skeleton key={row} className="h-9" />
        ))}
      </div>
    );
  }
  return <Choices contentId={contentId} all={all.data} own={own.data} changes={changes} onLeave={onLeave} />;
}

type ChoicesProps = Pick<CollectionsMenuProps, 'contentId' | 'changes' | 'onLeave'> & {
  all: Collection[];
  own: CollectionName[];
};

function Choices({ contentId, all, own, changes, onLeave }: ChoicesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const root = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const [whole, setWhole] = useState(false);
  const rows = useStandingOrder(all, own);
  const inside = new Set(own.map(({ id }) => id));
  const wanted = search.trim().toLocaleLowerCase();
  const found = wanted === '' ? rows : rows.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const shown = whole || wanted !== '' ? found : found.slice(0, shownAtFirst);
  const searchable = rows.length > shownAtFirst;
  useFirstFocus(root);

  function handleToggle({ id, name, is_public }: Collection): void {
    const collection = { id, name, is_public };
    if (inside.has(id)) changes.remove.mutate({ contentId, collection });
    else changes.add.mutate({ contentId, collection });
  }

  /** The button disappears, so the next item gets the focus. */
  function handleShowAll(): void {
    flushSync(() => setWhole(true));
    root.current?.querySelectorAll<HTMLElement>('input[type=checkbox]')[shownAtFirst]?.focus();
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || isComposing(event)) return;
    const fields = [...(root.current?.querySelectorAll<HTMLElement>('input[type=search], input[type=checkbox]') ?? [])];
    const at = fields.indexOf(document.activeElement as HTMLElement);
    const next = fields[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div ref={root}>
      {searchable ? (
        <div className="p-1">
          <Input
            type="search"
            value={search}
            aria-label={t(($) => $.collections.menu.search)}
            placeholder={t(($) => $.collections.menu.search)}
            onChange={(event) => setSearch(event.target.value)}
            onKeyDown={handleKeyDown}
          />
        </div>
      ) : null}
      {rows.length === 0 ? (
        <p className="px-2 pt-2 pb-1 text-sm text-soft">{t(($) => $.collections.menu.empty)}</p>
      ) : shown.length === 0 ? (
        <p role="status" className="px-2 py-2 text-sm [overflow-wrap:anywhere] text-soft">
          {t(($) => $.collections.menu.noMatch, { search: search.trim() })}
        </p>
      ) : (
        <ul aria-label={t(($) => $.collections.menu.list)} className="max-h-72 overflow-y-auto">
          {shown.map((collection) => (
            <Choice
              key={collection.id}
              collection={collection}
              checked={inside.has(collection.id)}
              onToggle={() => handleToggle(collection)}
              onKeyDown={handleKeyDown}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
      {shown.length < found.length ? (
        <Button size="sm" variant="ghost" className="w-full justify-start! px-2!" onClick={handleShowAll}>
          <ChevronDown aria-hidden className="size-4" />
          {t(($) => $.collections.menu.showAll, { formatted: format.number(found.length) })}
        </Button>
      ) : null}
      <div className="mt-1 border-t border-line pt-1">
        <Create
          open={rows.length === 0}
          wanted={rows.some(({ name }) => name.toLocaleLowerCase() === wanted) ? '' : cleanCollectionName(search)}
          saving={changes.create.isPending}
          onCreate={(name) => {
            setSearch('');
            changes.create.mutate({ contentId, name });
          }}
        />
      </div>
    </div>
  );
}

/** Collections with the content first, then by last change; ticking does not reorder them. */
function useStandingOrder(all: Collection[], own: CollectionName[]): Collection[] {
  const [order] = useState(() => {
    const inside = new Set(own.map(({ id }) => id));
    return [...all.filter(({ id }) => inside.has(id)), ...all.filter(({ id }) => !inside.has(id))].map(({ id }) => id);
  });
  const byId = new Map(all.map((collection) => [collection.id, collection]));
  const added = all.filter(({ id }) => !order.includes(id));
  return [...added, ...order.flatMap((id) => byId.get(id) ?? [])];
}

/** Moves the focus from the dialog, which was empty, into the loaded list. */
function useFirstFocus(root: { current: HTMLElement | null }): void {
  useEffect(() => {
    const element = root.current;
    if (element && document.activeElement === element.closest('[role=dialog]')) firstField(element)?.focus();
  }, [root]);
}

type ChoiceProps = {
  collection: Collection;
  checked: boolean;
  onToggle: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onLeave: () => void;
};

function Choice({ collection, checked, onToggle, onKeyDown, onLeave }: ChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  const { name } = collection;
  return (
    <li className="flex items-center gap-0.5">
      <label className="flex min-h-10 min-w-0 grow cursor-pointer items-center gap-2 rounded-md px-2 text-sm hover:bg-hover">
        <input
          type="checkbox"
          checked={checked}
          aria-label={name}
          aria-describedby={id}
          className="size-4 shrink-0 accent-accent"
          onChange={onToggle}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event)) onToggle();
            else onKeyDown(event);
          }}
        />
        <span className="min-w-0 grow truncate" title={name}>
          {name}
        </span>
        <span id={id} className="shrink-0 text-xs text-faint tabular-nums">
          {t(($) => $.collections.menu.items, { count: itemCount(collection) })}
        </span>
      </label>
      <Link
        to="/user/collections/$id"
        params={{ id: collection.slug }}
        aria-label={t(($) => $.collections.menu.open, { name })}
        title={t(($) => $.collections.menu.open, { name })}
        onClick={onLeave}
        className="flex size-8 shrink-0 items-center justify-center rounded-md text-soft transition-colors hover:bg-hover hover:text-ink"
      >
        <ArrowUpRight aria-hidden className="size-4" />
      </Link>
    </li>
  );
}

type CreateProps = {
  open: boolean;
  /** The search text, unless a collection has this name; else empty. */
  wanted: string;
  saving: boolean;
  onCreate: (name: string) => void;
};

function Create({ open, wanted, saving, onCreate }: CreateProps) {
  const { t } = useTranslation();
  const id = useId();
  const [writing, setWriting] = useState(open);
  const [written, setWritten] = useState(false);
  const [name, setName] = useState('');
  const clean = cleanCollectionName(name);
  if (wanted !== '' || !writing) {
    const named = wanted.slice(0, collectionNameLength);
    return (
      <Button
        size="sm"
        variant="ghost"
        className="w-full justify-start! px-2!"
        loading={saving}
        // The button replaces the form that had the focus.
        autoFocus={written}
        onClick={() => (named === '' ? setWriting(true) : onCreate(named))}
      >
        {saving ? null : <Plus aria-hidden className="size-4" />}
        <span className="truncate">
          {named === '' ? t(($) => $.collections.menu.create) : t(($) => $.collections.menu.createNamed, { name: named })}
        </span>
      </Button>
    );
  }
  return (
    <form
      className="flex flex-col gap-2 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (clean === '' || saving) return;
        setName('');
        setWriting(false);
        setWritten(true);
        onCreate(clean);
      }}
    >
      <label htmlFor={id} className="sr-only">
        {t(($) => $.collections.menu.name)}
      </label>
      <Input
        id={id}
        value={name}
        maxLength={collectionNameLength}
        // Only when the form was opened by a click.
        autoFocus={!open}
        placeholder={t(($) => $.collections.menu.namePlaceholder)}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        {open ? null : (
          <Button size="sm" variant="ghost" onClick={() => setWriting(false)}>
            {t(($) => $.collections.menu.cancel)}
          </Button>
        )}
        <Button type="submit" size="sm" variant="primary" loading={saving} disabled={clean === ''}>
          {t(($) => $.collections.menu.save)}
        </Button>
      </div>
    </form>
  );
}
