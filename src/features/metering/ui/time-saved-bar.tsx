import { useTranslation } from 'react-i18next';
import { Progress } from '#ui/progress.tsx';
import { savedShare } from '../shared/shown-time.ts';

type SavedBarProps = { savedMinutes: number; remainingTime: number | null };

/** A bar of saved time against remaining time; nothing where time is not limited. */
export function SavedBar({ savedMinutes, remainingTime }: SavedBarProps) {
  const { t } = useTranslation();
  const percent = remainingTime === null ? null : savedShare(savedMinutes, remainingTime);
  if (percent === null) return null;
  const text = t(($) => $.metering.savedShare, { percent });
  return (
    <div className="space-y-1">
      <Progress percent={Number(percent)} label={t(($) => $.metering.savedBar)} valueText={text} />
      <p className="text-sm text-soft tabular-nums">{text}</p>
    </div>
  );
}
