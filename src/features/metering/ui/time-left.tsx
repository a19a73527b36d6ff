import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '#rpc/client.tsx';
import { useFormat } from '#ui/format.ts';
import { isSoonOut, minutesOf } from '../shared/shown-time.ts';

/** Nothing while an hour or more is left. */
export function TimeLeft() {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useQuery(useTRPC().user.remainingTime.queryOptions());
  if (!data || !isSoonOut(data.remainingTime)) return null;
  return (
    <Link
      to="/user/settings"
      search={{ section: 'time' }}
      className="flex h-9 items-center gap-3 rounded-md px-2 text-sm text-soft tabular-nums hover:bg-hover hover:text-ink"
    >
      <Hourglass aria-hidden className="size-[18px] shrink-0" />
      {t(($) => $.metering.soonOut, { minutes: format.number(minutesOf(data.remainingTime)) })}
    </Link>
  );
}
