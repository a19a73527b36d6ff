import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RejectedTrack } from '#engine/domain.ts';
import type { ContentOverview } from '#features/contents/contract.ts';
import { Button } from '#ui/button.tsx';
import { useTrackName } from './use-provenance.ts';

type RejectedTracksProps = {
  detail: Pick<ContentOverview, 'provenance' | 'rejectedTracks'>;
  /** Until the person folds or unfolds it. */
  initiallyOpen?: boolean;
  /** Absent where no other track can be chosen. */
  onUse?: ((track: string) => void) | undefined;
};

/** Whether something in the track could be read. */
export function isUsable({ fault }: RejectedTrack): boolean {
  return fault !== 'unavailable' && fault !== 'empty';
}

/** Rejected tracks with their reasons, folded; nothing without any. */
export function RejectedTracks({ detail, initiallyOpen = false, onUse }: RejectedTracksProps) {
  const { t } = useTranslation();
  const nameOf = useTrackName();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? initiallyOpen;
  const rejected = detail.rejectedTracks;
  if (rejected.length === 0) return null;
  return (
    <div className={`text-sm text-soft ${open ? 'basis-full' : ''}`}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setChosen(!open)}
        className="inline-flex min-h-6 items-center gap-1 rounded-sm underline decoration-line-strong underline-offset-4 hover:text-ink"
      >
        {t(($) => (detail.provenance === null ? $.transcripts.rejected.all : $.transcripts.rejected.count), {
          count: rejected.length,
        })}
        <ChevronDown aria-hidden className={`size-3.5 transition-transform ${open ? 'rotate-180' : ''}`} />
      </button>
      {open ? (
        <ul className="mt-1.5 space-y-1 border-l-2 border-line pl-3">
          {rejected.map(({ track, fault }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two tracks may have one name
            <li key={index} className="[overflow-wrap:anywhere]">
              <span className="text-ink">{nameOf(track)}</span>
              {t(($) => $.transcripts.rejected.because, { reason: t(($) => $.transcripts.rejected.faults[fault]) })}
              {onUse === undefined || !isUsable({ track, fault }) ? null : (
                <Button size="sm" className="ml-2" onClick={() => onUse(track)}>
                  {t(($) => $.transcripts.rejected.use)}
                  <span className="sr-only"> {nameOf(track)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
