import { clsx } from 'clsx';
import { Star } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';
import { useMarks } from './use-marks.ts';

type FavoriteButtonProps = {
  contentId: string;
  tags: readonly string[] /** Without a note there is nothing to mark. */;
  disabled?: boolean;
};

export function FavoriteButton({ contentId, tags, disabled = false }: FavoriteButtonProps) {
  const { t } = useTranslation();
  const { favorite, setFavorite } = useMarks(contentId, tags);
  return (
    <IconButton
      size="sm"
      label={t(($) => $.notes.marks.favorite)}
      aria-pressed={favorite}
      disabled={disabled}
      onClick={() => setFavorite(!favorite)}
    >
      <Star aria-hidden className={clsx(favorite && 'fill-current text-accent-ink')} />
    </IconButton>
  );
}
