import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useStored } from '#ui/browser/use-stored.ts';
import { useFormat } from '#ui/format.ts';
import { ErrorState } from '#ui/states.tsx';
import { Card, Skeleton } from '#ui/surfaces.tsx';
import { minutesOf } from '../shared/shown-time.ts';
import { SavedBar } from './time-saved-bar.tsx';
import { type OwnTime, useOwnTime } from './use-own-time.ts';

type TimeMeterProps = {
  /** Whose time it is, or a link to sign in. */
  account: ReactNode;
  /** Shown when the user says that a time looks wrong. */
  help: ReactNode;
};

export function TimeMeter({ account, help }: TimeMeterProps) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { time, failed, retrying, retry } = useOwnTime();
  const error = useAppError(failed);
  // Remembered, so that the skeleton has the right height.
  const [{ isLimited }, remember] = useStored('gleaner.library.time', { isLimited: false });
  const isNowLimited = time === null ? isLimited : time.remaining.remainingTime !== null;
  useEffect(() => remember({ isLimited: isNowLimited }), [isNowLimited, remember]);
  /** Keys and licenses help where time is limited, or where that could not be read. */
  const offersHelp = error !== null || (time !== null && hasLimit(time));
  return (
    <section aria-label={t(($) => $.metering.title)} className="mb-4">
      <Card className="flex flex-col gap-2 px-4 py-3 text-sm max-md:gap-1 max-md:px-3 max-md:py-2">
        {time ? (
          <Figures time={time} />
        ) : error ? (
          <ErrorState layout="row" title={t(($) => $.metering.loadFailed)} {...error} retrying={retrying} onRetry={retry} />
        ) : (
          <FiguresSkeleton isLimited={isLimited} />
        )}
        {/* As high without the button, so that nothing moves once the limit is known. */}
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1 max-md:min-h-10">
          <div className="min-w-0 text-soft">{account}</div>
          {offersHelp ? (
            <button
              type="button"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
              className="inline-flex min-h-8 items-center rounded-md text-soft underline decoration-line-strong underline-offset-4 hover:text-ink max-md:min-h-10"
            >
              {t(($) => $.metering.wrong)}
            </button>
          ) : null}
        </div>
        <div id={id} hidden={!open || !offersHelp}>
          {open && offersHelp ? <div className="border-t border-line pt-4 pb-2">{help}</div> : null}
        </div>
      </Card>
    </section>
  );
}

/** Whether this server limits anybody's time: a member's own is not limited. */
function hasLimit({ remaining, account }: OwnTime): boolean {
  return remaining.remainingTime !== null || account?.member === true;
}

function Figures({ time }: { time: OwnTime }) {
  const { remaining, account, savedMinutes } = time;
  const { t } = useTranslation();
  const format = useFormat();
  const { remainingTime } = remaining;
  const count = account?.savedItems ?? 0;
  const left =
    remainingTime !== null
      ? t(($) => $.metering.left, { minutes: format.number(minutesOf(remainingTime)) })
      : hasLimit(time)
        ? t(($) => $.metering.member)
        : null;
  return (
    <>
      <SavedBar savedMinutes={savedMinutes} remainingTime={remainingTime} />
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 tabular-nums">
        <p>
          {t(($) => $.metering.saved, {
            count,
            formatted: format.number(count),
            minutes: format.number(Math.round(savedMinutes)),
          })}
        </p>
        {left === null ? null : <p className="font-medium">{left}</p>}
      </div>
    </>
  );
}

function FiguresSkeleton({ isLimited }: { isLimited: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status" className="space-y-2 max-md:space-y-1">
      <span className="sr-only">{t(($) => $.metering.loading)}</span>
      {isLimited ? <Skeleton className="h-7" /> : null}
      <Skeleton className="h-5 w-2/3 max-md:h-16" />
    </div>
  );
}
