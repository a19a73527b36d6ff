import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#ui/button.tsx';
import { Input, Select } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { largestPage } from '../../shared/library-address.ts';
import { pageSizes } from '../../shared/page-sizes.ts';

type PagerProps = {
  /** Null: the endless list. */
  page: number | null;
  totalPages: number | null;
  pageSize: number;
  onPage: (page: number | null) => void;
  onPageSize: (size: (typeof pageSizes)[number]) => void;
};

export function Pager({ page, totalPages, pageSize, onPage, onPageSize }: PagerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [draft, setDraft] = useState('');
  function jump(event: FormEvent): void {
    event.preventDefault();
    const wanted = Number(draft);
    if (!Number.isInteger(wanted) || wanted < 1) return;
    setDraft('');
    onPage(Math.min(wanted, largestPage));
  }
  return (
    <nav
      aria-label={t(($) => $.records.pages.label)}
      className="mt-6 flex flex-wrap items-center justify-center gap-3 text-sm text-soft"
    >
      {page === null || totalPages === null ? null : (
        <div className="flex items-center gap-1">
          <IconButton size="sm" label={t(($) => $.records.pages.previous)} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <p className="px-1 tabular-nums" aria-live="polite">
            {t(($) => $.records.pages.current, { page: format.number(page), total: format.number(totalPages) })}
          </p>
          <IconButton
            size="sm"
            label={t(($) => $.records.pages.next)}
            disabled={page >= totalPages}
            onClick={() => onPage(page + 1)}
          >
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
      )}
      <form onSubmit={jump} className="flex items-center gap-2">
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          aria-label={t(($) => $.records.pages.number)}
          placeholder={t(($) => $.records.pages.number)}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          className="h-8 w-24 max-md:h-10"
        />
        <Button size="sm" type="submit" disabled={draft === ''}>
          {t(($) => $.records.pages.jump)}
        </Button>
      </form>
      <div className="flex items-center gap-2">
        <span id="page-size" className="whitespace-nowrap">
          {t(($) => $.records.pages.size)}
        </span>
        <Select
          aria-labelledby="page-size"
          value={String(pageSize)}
          onChange={(event) => onPageSize(pageSizes.find((size) => String(size) === event.target.value) ?? pageSizes[0])}
          className="h-8 w-20 max-md:h-10"
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </Select>
      </div>
      {page === null ? null : (
        <Button size="sm" variant="ghost" onClick={() => onPage(null)}>
          {t(($) => $.records.pages.leave)}
        </Button>
      )}
    </nav>
  );
}
