import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { formatClock } from '#lib/time.ts';
import { type CitedSourceProps, PlaceCards } from '#ui/reader/place-card/place-cards.tsx';
import { type ReaderWords, SourceNavigationProvider } from '#ui/reader/source-navigation.tsx';
import type { AskItem } from '../contract.ts';

export type RenderCited = (props: CitedSourceProps & { contentId: string }) => ReactNode;

type AskPlacesProps = { items: readonly AskItem[]; renderCited: RenderCited; children: ReactNode };

export function AskPlaces({ items, renderCited, children }: AskPlacesProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const words = useAskWords(items);
  const value = useMemo(() => {
    const itemOf = ({ item }: NoteAnchor) => items.find((one) => one.item === item);
    const goTo = (anchor: NoteAnchor) => {
      const found = itemOf(anchor);
      if (!found) return;
      const place = anchor.kind === 'time' ? { t: anchor.ms / 1000 } : { p: anchor.id };
      void navigate({ to: '/content/$contentId', params: { contentId: found.content_id }, search: place });
    };
    const render = (props: CitedSourceProps) => {
      const { item: number, ...anchor } = props.citation.anchor;
      const found = itemOf({ ...anchor, item: number ?? 0 });
      if (!found) return <p id={props.textId}>{t(($) => $.ask.place.gone)}</p>;
      return (
        <>
          <p className="mb-2 line-clamp-2 font-medium wrap-anywhere">{found.title}</p>
          {renderCited({ ...props, citation: { ...props.citation, anchor }, contentId: found.content_id })}
        </>
      );
    };
    return { goTo, render };
  }, [items, navigate, renderCited, t]);
  return (
    <SourceNavigationProvider goTo={value.goTo} show={value.goTo} hasMedia={false} words={words}>
      <PlaceCards prepare={nothing} label={t(($) => $.ask.place.card)} render={value.render}>
        {children}
      </PlaceCards>
    </SourceNavigationProvider>
  );
}

const nothing = () => undefined;

/** A reference shows the number of its item; screen readers get the item's title instead. */
function useAskWords(items: readonly AskItem[]): ReaderWords {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      hintOf: (anchor, page) => {
        const title = items.find(({ item }) => item === anchor.item)?.title ?? '';
        if (page !== undefined) return t(($) => $.ask.place.hintPage, { title, number: page });
        return anchor.kind === 'time'
          ? t(($) => $.ask.place.hintTime, { title, time: formatClock(anchor.ms) })
          : t(($) => $.ask.place.hintParagraph, { title, number: anchor.id + 1 });
      },
      opensNewTab: t(($) => $.ask.place.opensNewTab),
      unverified: t(($) => $.ask.place.unverified),
    }),
    [t, items],
  );
}
