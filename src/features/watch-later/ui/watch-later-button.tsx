import { Clock, ClockCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';
import { useWatchLater } from './use-watch-later.ts';

type WatchLaterButtonProps = { contentId: string; title: string };

export function WatchLaterButton({ contentId, title }: WatchLaterButtonProps) {
  const { t } = useTranslation();
  const { has, change } = useWatchLater();
  const on = has(contentId);
  return (
    <IconButton
      size="sm"
      label={t(($) => (on ? $.watchLater.remove : $.watchLater.add), { title })}
      onClick={() => change({ contentId, on: !on })}
    >
      {on ? <ClockCheck aria-hidden className="text-accent-ink" /> : <Clock aria-hidden />}
    </IconButton>
  );
}
