import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Plus, Search, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#ui/button.tsx';
import { Select } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { type LibraryAddress, searchLength } from '../../shared/library-address.ts';
import { sorts } from '../../shared/sorts.ts';
import { FilterTabs } from './filter-tabs.tsx';
import { HeatmapToggle } from './heatmap/heatmap-toggle.tsx';
import { useSortName } from './use-sort-name.ts';

export type LibraryHeadProps = {
  title: string;
  count: number | null;
  /** There are more than these. */
  cut: boolean;
  address: LibraryAddress;
  onChange: (part: Partial<LibraryAddress>, replace?: boolean) => void;
  views: ReactNode;
  /** Null in views that always show checkboxes. */
  select: ReactNode;
  types: ReactNode;
  actions: ReactNode;
  meter: ReactNode;
};

const hasCalendar = ({ type }: LibraryAddress) => type === null;

export function LibraryHead({ address, views, select, types, actions, meter, ...head }: LibraryHeadProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="mb-4 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <Title {...head} />
        <div className="ml-auto flex items-center gap-2">
          {actions}
          {select}
          <Button size="sm" asChild>
            <Link to="/">
              <Plus aria-hidden className="size-4" />
              {t(($) => $.records.add)}
            </Link>
          </Button>
        </div>
      </div>
      {meter}
      <div className="mb-4 flex items-center justify-between gap-3 border-b border-line">
        <FilterTabs address={address} />
        {views}
      </div>
      <div className="mb-3 flex flex-wrap items-center gap-x-5">
        <LibrarySearch address={address} onChange={head.onChange} className="my-1 w-full" />
        <TranscriptSwitch address={address} onChange={head.onChange} />
        {hasCalendar(address) ? <HeatmapToggle /> : null}
      </div>
      {types}
    </>
  );
}

/** Leaves room for the first record on a phone's screen: rarely used controls are in a sheet. */
export function PhoneLibraryHead({ address, views, select, types, actions, meter, ...head }: LibraryHeadProps) {
  const { t } = useTranslation();
  const [filtering, setFiltering] = useState(false);
  const [searching, setSearching] = useState(false);
  const search = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (searching) search.current?.querySelector('input')?.focus();
  }, [searching]);
  const shown = searching || address.search !== '';
  const section = 'border-b border-line px-4 py-3 last:border-0';
  return (
    <>
      <div className="flex min-h-11 items-center gap-x-3">
        <Title {...head} />
        <div className="-mr-2 ml-auto flex shrink-0">
          <IconButton
            label={t(($) => $.records.search.label)}
            aria-expanded={shown}
            onClick={() => {
              setSearching(!shown);
              if (address.search !== '') head.onChange({ search: '' });
            }}
          >
            <Search aria-hidden />
          </IconButton>
          <IconButton
            label={t(($) => $.records.phone.more)}
            aria-haspopup="dialog"
            className={clsx(address.type !== null && 'text-accent-ink')}
            onClick={() => setFiltering(true)}
          >
            <SlidersHorizontal aria-hidden />
          </IconButton>
        </div>
      </div>
      {shown ? (
        <div ref={search} className="mt-1">
          <LibrarySearch address={address} onChange={head.onChange} />
          <TranscriptSwitch address={address} onChange={head.onChange} />
        </div>
      ) : null}
      <div className="mb-3 border-b border-line">
        <FilterTabs address={address} />
      </div>
      <Sheet
        open={filtering}
        onOpenChange={setFiltering}
        side="right"
        title={t(($) => $.records.phone.more)}
        className="w-[21rem]!"
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: closes the sheet when a link in it is followed; links take keys themselves. */}
        <div
          className="min-h-0 grow overflow-y-auto"
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('nav a')) setFiltering(false);
          }}
        >
          <div className={section}>{types}</div>
          <div className={clsx(section, 'flex flex-wrap items-center justify-between gap-2')}>
            {views}
            {select === null ? null : (
              // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button in it does the work.
              <span onClick={() => setFiltering(false)}>{select}</span>
            )}
          </div>
          <div className={section}>
            <SortSelect address={address} onChange={head.onChange} />
          </div>
          {hasCalendar(address) ? (
            <div className={section}>
              <HeatmapToggle />
            </div>
          ) : null}
          <div className={section}>
            {meter}
            <div className="flex flex-wrap gap-2">{actions}</div>
          </div>
        </div>
      </Sheet>
    </>
  );
}

function Title({ title, count, cut }: Pick<LibraryHeadProps, 'title' | 'count' | 'cut'>) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <h1 className="min-w-0 text-2xl font-semibold max-md:truncate max-md:text-xl">{title}</h1>
      {count === null || count === 0 ? null : (
        <p className="shrink-0 text-sm text-faint tabular-nums">
          {t(($) => $.library.count, { count, formatted: `${format.number(count)}${cut ? '+' : ''}` })}
        </p>
      )}
    </>
  );
}

type PartProps = Pick<LibraryHeadProps, 'address' | 'onChange'>;

function LibrarySearch({ address, onChange, className }: PartProps & { className?: string }) {
  const { t } = useTranslation();
  return (
    <SearchField
      search={address.search}
      label={t(($) => $.records.search.label)}
      maxLength={searchLength}
      onSearch={(text) => onChange({ search: text }, address.search !== '')}
      {...(className === undefined ? {} : { className })}
    />
  );
}

function TranscriptSwitch({ address, onChange }: PartProps) {
  const { t } = useTranslation();
  return (
    <label className="inline-flex min-h-8 cursor-pointer items-center gap-2 text-xs text-soft max-md:min-h-11">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={address.inTranscripts}
        onChange={({ target }) => onChange({ inTranscripts: target.checked }, true)}
      />
      {t(($) => $.records.search.transcripts)}
    </label>
  );
}

/** For views without column headers. */
function SortSelect({ address, onChange }: PartProps) {
  const { t } = useTranslation();
  const sortName = useSortName();
  return (
    <Select
      aria-label={t(($) => $.records.sorted.label)}
      value={address.sort ?? ''}
      onChange={({ target }) => onChange({ sort: sorts.find((one) => one === target.value) ?? null }, true)}
    >
      <option value="">{t(($) => $.records.sorted.none)}</option>
      {sorts.map((sort) => (
        <option key={sort} value={sort}>
          {sortName(sort)}
        </option>
      ))}
    </Select>
  );
}
