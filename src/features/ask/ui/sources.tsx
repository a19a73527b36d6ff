import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Cover } from '#ui/cover.tsx';
import { PlaceChip, placeOf } from '#ui/reader/place-chip.tsx';
import type { AskItem, AskSource } from '../contract.ts';

type SourcesProps = { title: string; items: readonly AskItem[]; sources: readonly AskSource[] };

export function Sources({ title, items, sources }: SourcesProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mt-6">
      <h2 id={heading} className="mb-2 text-sm font-semibold text-soft">
        {title}
      </h2>
      <ol className="flex flex-col gap-3">
        {items.map((item) => (
          <ItemSources key={item.item} item={item} sources={sources.filter((source) => source.item === item.item)} />
        ))}
      </ol>
    </section>
  );
}

function ItemSources({ item, sources }: { item: AskItem; sources: readonly AskSource[] }) {
  const { t } = useTranslation();
  const title = item.title.trim() === '' ? t(($) => $.common.untitled) : item.title;
  return (
    <li className="rounded-lg border border-line bg-surface p-3">
      <div className="flex items-center gap-3">
        <span aria-hidden className="w-4 shrink-0 text-center text-sm font-medium text-soft tabular-nums">
          {item.item}
        </span>
        <Cover
          src={item.cover_url}
          className="w-16"
          fallback={
            <span
              aria-hidden
              className="flex aspect-video w-16 shrink-0 items-center justify-center rounded-md bg-sunken text-faint"
            >
              <FileText className="size-4" />
            </span>
          }
        />
        <Link
          to="/content/$contentId"
          params={{ contentId: item.content_id }}
          className="line-clamp-2 min-w-0 rounded-sm font-medium wrap-anywhere hover:underline"
        >
          {title}
        </Link>
      </div>
      <ol aria-label={t(($) => $.ask.itemSources, { title })} className="mt-2 flex flex-col gap-2 pl-7">
        {sources.map((source) => (
          <li
            key={`${source.first}-${source.last}-${source.startMs}-${source.text}`}
            className="flex items-baseline gap-2 text-sm"
          >
            <Place source={source} />
            <Marked source={source} />
          </li>
        ))}
      </ol>
    </li>
  );
}

function Place({ source }: { source: AskSource }) {
  const { citation, label } = placeOf(source);
  const anchor = { ...citation.anchor, item: source.item };
  return <PlaceChip citation={{ ...citation, anchor }} label={label} className="min-w-14 justify-center max-md:py-1" />;
}

function Marked({ source: { text, marks } }: { source: AskSource }) {
  const parts = marks.flatMap(({ start, end }, index) => [
    text.slice(marks[index - 1]?.end ?? 0, start),
    <mark key={start} className="rounded-xs bg-accent-soft text-inherit">
      {text.slice(start, end)}
    </mark>,
  ]);
  return (
    <span className="min-w-0 leading-6 [overflow-wrap:anywhere]">
      {parts}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </span>
  );
}
