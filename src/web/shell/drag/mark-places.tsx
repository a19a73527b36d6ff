import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { favoriteTag } from '#lib/notes/favorite-tag.ts';
import { useTRPC } from '#rpc/client.tsx';
import { dropTarget } from '#ui/drag/drag-source.ts';
import { useIsOver } from '#ui/drag/drag-state.ts';
import { dropClass } from '#ui/drag/drop-class.ts';
import { favoritePlace, tagPlace } from './drop-place-ids.ts';

const shownTags = 16;

/** The star and the most frequent tags, as drop places for records. */
export function MarkPlaces() {
  const { t } = useTranslation();
  const used = useQuery(useTRPC().user.tags.queryOptions()).data?.tags ?? [];
  const tags = used.filter(({ tag }) => tag !== favoriteTag);
  return (
    <ul aria-label={t(($) => $.drag.marks)} className="flex flex-wrap gap-1.5">
      <Mark id={favoritePlace} name={t(($) => $.drag.favorite)} favorite />
      {tags.slice(0, shownTags).map(({ tag }) => (
        <Mark key={tag} id={tagPlace(tag)} name={`#${tag}`} />
      ))}
    </ul>
  );
}

function Mark({ id, name, favorite = false }: { id: string; name: string; favorite?: boolean }) {
  const over = useIsOver(id);
  return (
    <li
      {...dropTarget({ id, name })}
      className={clsx(
        'flex h-8 max-w-full items-center gap-1.5 rounded-md border border-dashed border-line-strong px-2.5 text-sm max-md:h-11',
        favorite && 'w-full',
        over ? dropClass : 'text-soft',
      )}
    >
      {favorite ? <Star aria-hidden className="size-4 shrink-0" /> : null}
      <span className="truncate">{name}</span>
    </li>
  );
}
