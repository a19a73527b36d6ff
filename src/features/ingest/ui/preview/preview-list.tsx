import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { Button } from '#ui/button.tsx';
import { Cover } from '#ui/cover.tsx';
import { useFormat } from '#ui/format.ts';
import { ErrorCodeLine } from '#ui/states.tsx';
import { PlaylistOffer } from '../playlist/lazy-parts.ts';
import { mayInsist, type PreviewItem } from './use-preview.ts';

type PreviewListProps = {
  items: readonly PreviewItem[];
  insisted: ReadonlySet<string>;
  onInsist: (url: string) => void;
  onPick: (url: string) => void;
};

/** Loaded as soon as the field has text. */
export function PreviewList({ items, insisted, onInsist, onPick }: PreviewListProps) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t(($) => $.ingest.preview.title)} className="divide-y divide-line">
      {items.map((item) => (
        <PreviewRow key={item.url} item={item} insisted={insisted.has(item.url)} onInsist={() => onInsist(item.url)}>
          {item.listing === null ? null : (
            <Suspense>
              <PlaylistOffer
                listing={item.listing}
                onPick={items.length === 1 && !item.listing.alsoItem ? null : () => onPick(item.url)}
              />
            </Suspense>
          )}
        </PreviewRow>
      ))}
    </ul>
  );
}

type PreviewRowProps = { item: PreviewItem; insisted: boolean; onInsist: () => void; children: ReactNode };

function PreviewRow({ item, insisted, onInsist, children }: PreviewRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const toText = useErrorText();
  const host = URL.canParse(item.url) ? new URL(item.url).hostname.replace(/^www\./, '') : item.url;
  const title = item.title ?? item.url;
  const facts = [
    item.siteName ?? host,
    item.kind === null ? null : t(($) => $.common.kind[item.kind ?? 'page']),
    item.durationSeconds === null ? null : format.duration(item.durationSeconds),
    item.sizeBytes === null ? null : format.bytes(item.sizeBytes),
  ].filter((fact) => fact !== null);
  const problem = item.problem === null || insisted ? null : toText(item.problem);
  return (
    <li className="flex gap-3 p-3 sm:gap-4" data-testid="preview-item">
      <Cover src={item.cover} className="w-24 self-start sm:w-36" />
      <div className="min-w-0 grow">
        <p className="line-clamp-2 font-medium wrap-anywhere">{title}</p>
        <p className="mt-0.5 truncate text-xs text-faint">{facts.join(' · ')}</p>
        {problem !== null ? (
          <div className="mt-1.5 flex items-start gap-1.5 text-sm text-danger">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <div>
              <p>{problem.message}</p>
              <ErrorCodeLine code={problem.code} className="mt-0!" />
              {mayInsist(item) ? (
                <Button size="sm" className="mt-2" onClick={onInsist}>
                  {t(($) => $.ingest.preview.tryAnyway)}
                </Button>
              ) : null}
            </div>
          </div>
        ) : item.existing !== null ? (
          <p className="mt-1.5 flex flex-wrap items-center gap-1.5 text-sm text-success">
            <CircleCheck aria-hidden className="size-4 shrink-0" />
            <span>
              {item.existing.status === 'processing'
                ? t(($) => $.ingest.preview.existingRunning)
                : t(($) => $.ingest.preview.existing)}
            </span>
            <Link
              to="/content/$contentId"
              params={{ contentId: item.existing.contentId }}
              className="rounded-sm px-1 text-accent-ink underline underline-offset-4"
            >
              {t(($) => $.common.open)}
            </Link>
          </p>
        ) : item.description === null ? null : (
          <p className="mt-1 line-clamp-2 text-sm wrap-anywhere text-soft max-sm:hidden">{item.description}</p>
        )}
        {children}
      </div>
    </li>
  );
}
