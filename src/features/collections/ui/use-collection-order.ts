import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#ui/format.ts';
import { showToast } from '#ui/toast/toast.ts';
import { type Collection, itemCount } from './use-collections.ts';
import { type Move, useMoveWithin } from './use-move-within.ts';

export type Direction = 'up' | 'down' | 'top' | 'bottom';

/** Moves of an item, each with an undo; `said` is for screen readers. */
export function useCollectionOrder(collection: Collection, rows: readonly { content_id: string; title: string }[]) {
  const { t } = useTranslation();
  const format = useFormat();
  const [said, setSaid] = useState('');
  const count = itemCount(collection);
  const ids = rows.map(({ content_id }) => content_id);

  function directionsOf(contentId: string): Direction[] {
    const at = ids.indexOf(contentId);
    // The item after the last loaded one is not known, so that one cannot move down.
    const known = ids.length < count ? ids.length - 1 : ids.length;
    return [
      ...(at > 1 ? (['top'] as const) : []),
      ...(at > 0 ? (['up'] as const) : []),
      ...(at < known - 1 ? (['down'] as const) : []),
      ...(at < count - 2 ? (['bottom'] as const) : []),
    ];
  }

  const move = useMoveWithin(collection.id, send);

  function start(contentId: string, direction: Direction): void {
    const at = ids.indexOf(contentId);
    const [before, place] =
      direction === 'top'
        ? [ids[0], 0]
        : direction === 'up'
          ? [ids[at - 1], at - 1]
          : direction === 'down'
            ? [ids[at + 2] ?? null, at + 1]
            : [null, count - 1];
    if (at >= 0 && before !== undefined) send({ contentId, before, place });
  }

  function send(moved: Move): void {
    const { contentId, place } = moved;
    const at = ids.indexOf(contentId);
    const title = rows[at]?.title ?? '';
    const said = t(($) => $.collections.item.moved, { title, place: format.number(place + 1), total: format.number(count) });
    setSaid(said);
    const next = ids[at + 1] ?? (ids.length === count ? null : undefined);
    if (at >= 0 && next !== undefined)
      showToast({
        id: 'collection-order',
        tone: 'success',
        message: said,
        action: {
          label: t(($) => $.collections.toast.undo),
          onAction: () => move.mutate({ contentId, before: next, place: at }),
        },
      });
    move.mutate(moved);
  }

  function moveTo(contentId: string, other: string): boolean {
    const [at, to] = [ids.indexOf(contentId), ids.indexOf(other)];
    if (at < 0 || to < 0 || at === to) return false;
    const before = at > to ? other : (ids[to + 1] ?? (ids.length === count ? null : undefined));
    if (before === undefined) return false;
    send({ contentId, before, place: to });
    return true;
  }

  return { directionsOf, move: start, moveTo, said, ids, count };
}
