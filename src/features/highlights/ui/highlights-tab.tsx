import { Highlighter, Pencil } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { parseAnchor } from '#lib/markdown/anchors.ts';
import { anchorLabelOf } from '#lib/notes/anchor-label.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { PlaceChip } from '#ui/reader/place-chip.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Badge, Skeleton } from '#ui/surfaces.tsx';
import type { Highlight } from '../contract.ts';
import { type HighlightColour, type HighlightScope, highlightColours, highlightScopes } from '../shared/highlight-kinds.ts';
import type { OpenCard } from './cards.ts';
import { ColourDot, ColourStripe } from './colour-picker.tsx';
import { ExportMenu } from './export-menu.tsx';
import { createPlaceFinder, placeIn } from './find-highlights.ts';
import { type HighlightTexts, useContentOverview, useHighlights, useHighlightTexts } from './use-highlights.ts';

type HighlightsTabProps = { contentId: string; onJump: (id: string) => void; onEdit: (card: OpenCard) => void };

type Filter = { colour: HighlightColour | null; scope: HighlightScope | null };

export function HighlightsTab({ contentId, onJump, onEdit }: HighlightsTabProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { highlights, isPending, error, retry, retrying } = useHighlights(contentId);
  const text = useAppError(error);
  const detail = useContentOverview(contentId);
  const [filter, setFilter] = useState<Filter>({ colour: null, scope: null });
  const texts = useHighlightTexts(contentId, highlights);
  const places = useMemo(() => placesOf(highlights, texts), [highlights, texts]);
  const sorted = useMemo(() => inReadingOrder(highlights, places), [highlights, places]);
  const shown = sorted.filter(({ colour, scope }) => (filter.colour ?? colour) === colour && (filter.scope ?? scope) === scope);

  if (isPending) return <ListSkeleton />;
  if (text)
    return (
      <ErrorState
        title={t(($) => $.highlights.loadFailed)}
        message={text.message}
        code={text.code}
        retrying={retrying}
        onRetry={retry}
      />
    );
  if (highlights.length === 0)
    return (
      <EmptyState icon={<Highlighter />} title={t(($) => $.highlights.emptyTitle)} description={t(($) => $.highlights.empty)} />
    );
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-sm text-soft tabular-nums">
          {t(($) => $.highlights.count, { count: shown.length, formatted: format.number(shown.length) })}
        </p>
        <Filters highlights={highlights} filter={filter} onFilter={setFilter} />
        <ExportMenu
          className="ml-auto"
          name={detail?.title || t(($) => $.highlights.tab)}
          read={async () =>
            shown.map((each) => ({
              text: each.highlight_text,
              comment: each.comment,
              colour: each.colour,
              scope: each.scope,
              sectionId: each.section_id,
              createdAt: each.created_at,
              contentId,
              contentTitle: detail?.title || detail?.sourceUrl || t(($) => $.common.untitled),
              sourceUrl: detail?.sourceUrl ?? null,
            }))
          }
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={<Highlighter />}
          title={t(($) => $.highlights.noneFiltered)}
          action={<Button onClick={() => setFilter({ colour: null, scope: null })}>{t(($) => $.highlights.showAll)}</Button>}
        />
      ) : (
        <ul aria-label={t(($) => $.highlights.list)} className="flex flex-col gap-2">
          {shown.map((highlight) => (
            <Item
              key={highlight.id}
              highlight={highlight}
              orphaned={places.get(highlight.id) === null}
              onJump={() => onJump(highlight.id)}
              onEdit={(rect) => onEdit({ id: highlight.id, rect })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A highlight without an entry has an unknown place. */
function placesOf(highlights: readonly Highlight[], texts: HighlightTexts | null): Map<string, number | null> {
  const finders = new Map(highlightScopes.map((scope) => [scope, createPlaceFinder()]));
  return new Map(
    highlights.flatMap((highlight): [string, number | null][] => {
      const own = texts?.[highlight.scope];
      const finder = finders.get(highlight.scope);
      return own && finder ? [[highlight.id, placeIn(own, highlight, finder)]] : [];
    }),
  );
}

/** By place in the text; highlights without one come last. */
function inReadingOrder(highlights: readonly Highlight[], places: ReadonlyMap<string, number | null>): Highlight[] {
  const rank = ({ id, scope, anchors }: Highlight) => {
    const place = places.get(id);
    return [place === null ? 1 : 0, highlightScopes.indexOf(scope), place ?? anchors.start] as const;
  };
  return highlights.toSorted((a, b) => {
    const [left, right] = [rank(a), rank(b)];
    return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
  });
}

type FiltersProps = { highlights: readonly Highlight[]; filter: Filter; onFilter: (filter: Filter) => void };

function Filters({ highlights, filter, onFilter }: FiltersProps) {
  const { t } = useTranslation();
  const colours = highlightColours.filter((colour) => highlights.some((each) => each.colour === colour));
  const scopes = highlightScopes.filter((scope) => highlights.some((each) => each.scope === scope));
  return (
    <fieldset aria-label={t(($) => $.highlights.filter)} className="flex flex-wrap items-center gap-1">
      {colours.length > 1
        ? colours.map((colour) => (
            <IconButton
              key={colour}
              size="sm"
              label={t(($) => $.highlights.only, { name: t(($$) => $$.highlights.colours[colour]) })}
              aria-pressed={filter.colour === colour}
              className="aria-pressed:bg-hover"
              onClick={() => onFilter({ ...filter, colour: filter.colour === colour ? null : colour })}
            >
              <ColourDot
                colour={colour}
                className={filter.colour === colour ? 'outline-2 outline-offset-2 outline-ink' : undefined}
              />
            </IconButton>
          ))
        : null}
      {scopes.length > 1
        ? scopes.map((scope) => (
            <Button
              key={scope}
              size="sm"
              variant="ghost"
              aria-pressed={filter.scope === scope}
              className="aria-pressed:bg-hover aria-pressed:text-ink"
              onClick={() => onFilter({ ...filter, scope: filter.scope === scope ? null : scope })}
            >
              {t(($) => $.highlights.scopes[scope])}
            </Button>
          ))
        : null}
    </fieldset>
  );
}

type ItemProps = { highlight: Highlight; orphaned: boolean; onJump: () => void; onEdit: (rect: DOMRect) => void };

function Item({ highlight, orphaned, onJump, onEdit }: ItemProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const anchor = highlight.section_id === null ? null : parseAnchor(highlight.section_id);
  return (
    <li className="flex gap-3 rounded-lg border border-line bg-surface p-3 [contain-intrinsic-size:auto_7rem] [content-visibility:auto]">
      <ColourStripe colour={highlight.colour} />
      <div className="min-w-0 grow">
        {orphaned ? (
          <p className="line-clamp-6 text-base whitespace-pre-line [overflow-wrap:anywhere]">{highlight.highlight_text}</p>
        ) : (
          <button
            type="button"
            title={t(($) => $.highlights.jump)}
            onClick={onJump}
            className="line-clamp-6 w-full rounded-sm text-left text-base whitespace-pre-line [overflow-wrap:anywhere] hover:underline"
          >
            {highlight.highlight_text}
          </button>
        )}
        {highlight.comment === '' ? null : (
          <p className="mt-2 border-l-2 border-line-strong pl-3 text-sm whitespace-pre-line text-soft [overflow-wrap:anywhere]">
            {highlight.comment}
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint">
          <span>{t(($) => $.highlights.scopes[highlight.scope])}</span>
          {anchor ? (
            <PlaceChip
              citation={{ anchor, claim: { text: highlight.highlight_text, unverified: false } }}
              label={anchorLabelOf({ anchor }) ?? ''}
              className="min-h-6"
            />
          ) : null}
          <time dateTime={highlight.created_at}>{format.ago(highlight.created_at)}</time>
          {orphaned ? (
            <Badge tone="warning" title={t(($) => $.highlights.orphanHint)}>
              {t(($) => $.highlights.orphaned)}
            </Badge>
          ) : null}
        </div>
      </div>
      <IconButton
        size="sm"
        label={t(($) => $.highlights.edit)}
        className="self-start"
        onClick={(event) => onEdit(event.currentTarget.getBoundingClientRect())}
      >
        <Pencil aria-hidden />
      </IconButton>
    </li>
  );
}

export function ListSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">{t(($) => $.common.loading)}</span>
      {['a', 'b', 'c', 'd'].map((row) => (
        <div key={row} className="rounded-lg border border-line bg-surface p-3">
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="mt-3 h-4 w-1/3" />
        </div>
      ))}
    </div>
  );
}
