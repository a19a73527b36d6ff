import { Link } from '@tanstack/react-router';
import { Library, SquareCheck } from 'lucide-react';
import { memo, type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { mobileQuery, useMediaQuery } from '#ui/browser/use-media-query.ts';
import { useStored } from '#ui/browser/use-stored.ts';
import { Button } from '#ui/button.tsx';
import { Confetti } from '#ui/confetti.tsx';
import { useDragTogether } from '#ui/drag/drag-source.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { showToast } from '#ui/toast/toast.ts';
import {
  changeAddress,
  type LibraryAddress,
  type RawAddress,
  readAddress,
  type ViewType,
  writeAddress,
} from '../../shared/library-address.ts';
import { pageSizes } from '../../shared/page-sizes.ts';
import { RecordItemSkeleton } from '../record-item.tsx';
import { TypeFilter } from '../type-filter.tsx';
import { type RecordFilters, useRecords } from '../use-records.ts';
import { BatchBar } from './batch-bar.tsx';
import { NearOnly, NothingListed, OneCharacter, OnlyBest } from './empty-list.tsx';
import { LibraryHead, type LibraryHeadProps, PhoneLibraryHead } from './library-head.tsx';
import { ListedRecords } from './listed-records.tsx';
import { Pager } from './pager.tsx';
import { RecordCardSkeleton } from './record-card.tsx';
import { SetFilters } from './set-filters.tsx';
import { useFolderName } from './use-folder-name.ts';
import { useSelection } from './use-selection.ts';
import { ViewSwitch } from './view-switch.tsx';

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f'];

/** `filters`: set if the ids are everything that these filters match. */
type ChosenRecords = { contentIds: readonly string[]; filters: RecordFilters | null };

type LibraryPageProps = {
  search: RawAddress;
  onSearch: (search: RawAddress, how: { replace: boolean }) => void;
  actions?: (filters: RecordFilters, shown: { searching: boolean }) => ReactNode;
  /** The time meter; on a phone it is inside the sheet. */
  meter?: ReactNode;
  notice?: ReactNode;
  onSearchEverywhere: (text: string) => void;
  batchActions?: (chosen: ChosenRecords) => ReactNode;
};

export function LibraryPage({ search, onSearch, actions, meter, notice, onSearchEverywhere, batchActions }: LibraryPageProps) {
  const { t } = useTranslation();
  const { address, invalid } = useMemo(() => readAddress(search), [search]);
  useInvalidNotice(invalid, () => onSearch(writeAddress(address), { replace: true }));
  const [view, setView] = useView(address.view);
  const change = useCallback(
    (part: Partial<LibraryAddress>, replace = false) => onSearch(writeAddress(changeAddress(address, part)), { replace }),
    [address, onSearch],
  );
  const onView = useCallback(
    (next: ViewType) => {
      setView(next);
      onSearch(writeAddress({ ...address, view: next }), { replace: true });
    },
    [address, onSearch, setView],
  );

  const filters = filtersOf(address);
  const wanted = { ...filters, ...(address.sort === null ? {} : { sort: address.sort }) };
  const query = useRecords({
    filters: wanted,
    pageSize: address.pageSize,
    page: address.page,
    search: address.search,
    inTranscripts: address.inTranscripts,
    enabled: address.unknownType === null,
    fillsPage: true,
  });
  usePageNotices(address.page, query, (page) => change({ page }, true));
  const { rows, count } = query;
  const ids = useMemo(() => rows.map((row) => row.content_id), [rows]);
  const selection = useSelection(ids, JSON.stringify([filters, address.search, address.inTranscripts]));
  useDragTogether(selection.ids);
  const { active: selecting, clear, setActive } = selection;
  const onSelecting = useCallback(() => (selecting ? clear() : setActive(true)), [selecting, clear, setActive]);
  const typeCounts = useSteady(query.typeCounts);
  const title = useTitle(address);
  const failed = query.error !== null && rows.length === 0;
  const shown = address.unknownType === null && !query.isPending && !failed;
  return (
    // No scroll anchoring: it would keep the end of the list in view as the list grows, and so load page after page.
    // As wide in each view, and always with a scroll bar: otherwise the switch of views would move under the pointer.
    <div className="mx-auto min-h-[calc(100dvh-3.5rem+1px)] w-full max-w-7xl px-4 pt-6 pb-16 [overflow-anchor:none] max-md:pt-2 md:px-8">
      <LibraryTop
        address={address}
        view={view}
        title={title}
        count={count}
        cut={query.cut}
        typeCounts={typeCounts}
        empty={rows.length === 0}
        selecting={selecting}
        onSelecting={onSelecting}
        onChange={change}
        onView={onView}
        actions={actions}
        meter={meter}
        notice={notice}
      />
      {address.unknownType !== null ? (
        <EmptyState
          icon={<Library />}
          title={t(($) => $.records.unknownType)}
          description={t(($) => $.records.unknownTypeHint)}
          action={
            <Button asChild>
              <Link to="/user/videos">{t(($) => $.records.showAll)}</Link>
            </Button>
          }
        />
      ) : query.isPending ? (
        <ListSkeleton view={view} />
      ) : failed ? (
        <Failed query={query} />
      ) : rows.length === 0 ? (
        <NothingListed address={address} onSearchEverywhere={onSearchEverywhere} />
      ) : (
        <>
          {query.cut ? <OnlyBest shown={rows.length} /> : null}
          {rows.every((row) => row.near) ? <NearOnly search={address.search} onSearchEverywhere={onSearchEverywhere} /> : null}
          <ListedRecords
            key={writeKey(address)}
            view={view}
            query={query}
            selection={selection}
            sort={address.sort}
            onSort={(sort) => change({ sort }, true)}
          />
        </>
      )}
      {query.complete ? null : <p className="mt-4 text-center text-sm text-faint">{t(($) => $.records.search.indexing)}</p>}
      {shown && isOneCharacter(address.search) ? <OneCharacter /> : null}
      {shown && (address.page !== null || rows.length >= pageSizes[0]) && address.search === '' ? (
        <Pager
          page={query.currentPage}
          totalPages={query.totalPages}
          pageSize={address.pageSize}
          onPage={(page) => change({ page })}
          onPageSize={(pageSize) => change({ pageSize }, true)}
        />
      ) : null}
      {address.paid ? <Confetti onDone={() => onSearch(writeAddress(address), { replace: true })} /> : null}
      <BatchBar
        selection={selection}
        rows={rows}
        // A search has already loaded everything that it found.
        matching={address.search === '' ? { count, wanted } : null}
        more={(contentIds) => batchActions?.({ contentIds, filters: selection.isEvery ? filters : null })}
      />
    </div>
  );
}

/** The index has single characters of Chinese for titles and descriptions only; a search with longer words too is complete. */
function isOneCharacter(search: string): boolean {
  const words = search.split(/\s+/u);
  return search !== '' && words.every((word) => /^[\u2e80-\uffef]$/u.test(word));
}

type LibraryTopProps = Pick<LibraryPageProps, 'actions' | 'meter' | 'notice'> &
  Pick<LibraryHeadProps, 'address' | 'title' | 'count' | 'cut' | 'onChange'> & {
    view: ViewType;
    typeCounts: ReturnType<typeof useRecords>['typeCounts'];
    empty: boolean;
    selecting: boolean;
    onSelecting: () => void;
    onView: (view: ViewType) => void;
  };

/** Everything above the list; memoised, so that loading a page of the list does not render it again. */
const LibraryTop = memo(function LibraryTop(props: LibraryTopProps) {
  const { address, view, title, count, cut, typeCounts, empty, selecting, onSelecting, onChange, onView } = props;
  const { t } = useTranslation();
  const Head = useMediaQuery(mobileQuery) ? PhoneLibraryHead : LibraryHead;
  return (
    <>
      <Head
        title={title}
        count={count}
        cut={cut}
        address={address}
        onChange={onChange}
        views={<ViewSwitch view={view} onView={onView} />}
        select={
          view === 'table' ? null : (
            <Button size="sm" variant="ghost" disabled={empty} aria-pressed={selecting} onClick={onSelecting}>
              <SquareCheck aria-hidden className="size-4" />
              {t(($) => $.records.select.begin)}
            </Button>
          )
        }
        types={<TypeFilter address={address} counts={typeCounts} />}
        actions={props.actions?.(filtersOf(address), { searching: address.search !== '' })}
        meter={props.meter}
      />
      {props.notice}
      <SetFilters address={address} view={view} />
    </>
  );
});

/** Returns the same object while its JSON is the same. */
function useSteady<Value>(value: Value): Value {
  const [steady, setSteady] = useState(value);
  if (steady === value || JSON.stringify(steady) === JSON.stringify(value)) return steady;
  setSteady(value);
  return value;
}

const writeKey = (address: LibraryAddress): string =>
  JSON.stringify({ ...writeAddress(address), viewType: undefined, sort: undefined });

function filtersOf(address: LibraryAddress): RecordFilters {
  return {
    ...(address.type === null ? {} : { type: address.type }),
    ...(address.tag === null ? {} : { tag: address.tag }),
    ...(address.smartFolder === null ? {} : { smartFolder: address.smartFolder }),
    ...(address.highlighted ? { highlighted: true } : {}),
    ...(address.notInCollection ? { notInCollection: true } : {}),
    ...(address.todo ? { todo: true } : {}),
    ...(address.watchLater ? { watchLater: true } : {}),
  };
}

function useTitle({ type, tag, smartFolder }: LibraryAddress): string {
  const { t } = useTranslation();
  const folder = useFolderName(smartFolder);
  const title = t(($) => $.library.title);
  if (folder !== null) return t(($) => $.records.titleOf, { title: t(($) => $.records.smartFolder), category: folder });
  if (type !== null) return t(($) => $.records.titleOf, { title, category: t(($) => $.records.types[type]) });
  if (tag === favoriteTag) return t(($) => $.records.titleOf, { title, category: t(($) => $.records.filters.favorited) });
  return tag === null ? title : t(($) => $.records.titleOf, { title, category: `#${tag}` });
}

/** The view in the address, else the last choice, else a gallery on phones and a list elsewhere. */
function useView(said: ViewType | null): [ViewType, (view: ViewType) => void] {
  const phone = useMediaQuery(mobileQuery);
  const [stored, setStored] = useStored<{ wide?: ViewType; phone?: ViewType }>('gleaner.library.view', {});
  const view = said ?? (phone ? (stored.phone ?? 'gallery') : (stored.wide ?? 'list'));
  const choose = useCallback(
    (next: ViewType) => setStored((before) => ({ ...before, [phone ? 'phone' : 'wide']: next })),
    [phone, setStored],
  );
  return [view, choose];
}

function useInvalidNotice(invalid: readonly string[], onDrop: () => void): void {
  const { t } = useTranslation();
  const names = invalid.join(', ');
  const tell = useEffectEvent(() => {
    showToast({ id: 'library-address', tone: 'warning', message: t(($) => $.records.invalidAddress, { names }) });
    onDrop();
  });
  useEffect(() => {
    if (names !== '') tell();
  }, [names]);
}

/** A page past the end redirects to the last page; one that fails to load, to the list. A toast reports both. */
function usePageNotices(
  page: number | null,
  { rows, currentPage, redirectedToLastPage, error }: ReturnType<typeof useRecords>,
  onPage: (page: number | null) => void,
): void {
  const { t } = useTranslation();
  const moved = useEffectEvent((last: number) => {
    showToast({
      id: 'library-page',
      tone: 'warning',
      message: t(($) => $.records.pages.outOfRange, { page: page ?? last, last }),
    });
    onPage(last);
  });
  const gaveUp = useEffectEvent(() => {
    showToast({ id: 'library-page', tone: 'error', message: t(($) => $.records.pages.failed, { page: page ?? 1 }) });
    onPage(null);
  });
  const last = page !== null && redirectedToLastPage ? currentPage : null;
  useEffect(() => {
    if (last !== null) moved(last);
  }, [last]);
  // A page that is shown stays, also where reading it again fails.
  const failed = page !== null && error !== null && rows.length === 0;
  useEffect(() => {
    if (failed) gaveUp();
  }, [failed]);
}

function Failed({ query }: { query: ReturnType<typeof useRecords> }) {
  const { t } = useTranslation();
  const error = useAppError(query.error);
  if (error === null) return null;
  return (
    <ErrorState
      title={t(($) => $.library.failed)}
      message={error.message}
      code={error.code}
      retrying={query.isFetching}
      onRetry={query.retry}
    />
  );
}

function ListSkeleton({ view }: { view: ViewType }) {
  const { t } = useTranslation();
  const cards = view === 'gallery' || view === 'masonry';
  return (
    <div
      role="status"
      className={
        view === 'gallery'
          ? 'grid grid-cols-2 gap-4 md:grid-cols-[repeat(auto-fill,minmax(240px,1fr))]'
          : view === 'masonry'
            ? 'grid grid-cols-1 gap-4 md:grid-cols-[repeat(auto-fill,minmax(300px,1fr))]'
            : ''
      }
    >
      <span className="sr-only">{t(($) => $.common.loading)}</span>
      {skeletons.map((key) =>
        cards ? <RecordCardSkeleton key={key} shape={view === 'gallery' ? 'even' : 'tall'} /> : <RecordItemSkeleton key={key} />,
      )}
    </div>
  );
}
