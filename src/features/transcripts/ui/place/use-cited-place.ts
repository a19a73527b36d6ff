import { useMemo } from 'react';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useAppError } from '#i18n/error-text.ts';
import type { Citation } from '#lib/markdown/claims.ts';
import { type CitedPlace, citedPlace } from '#lib/transcripts/cited-place.ts';
import { isOther, useLinesNear, useSourceText, useTranscript } from '#rpc/content-parts.ts';

type Cited =
  /** `place` is null when the source has none there. */
  { state: 'known'; place: CitedPlace | null } | { state: 'loading' } | { state: 'failed'; message: string; retry: () => void };

/** From the script or text where it is loaded, else by one small request. */
export function useCitedPlace(detail: ContentOverview, citation: Citation | null): Cited {
  const anchor = citation?.anchor ?? nowhere;
  const claim = citation?.claim.text ?? '';
  const isTime = anchor.kind === 'time';
  const script = useTranscript(detail, { enabled: false }).data;
  const text = useSourceText(detail, { enabled: false }).data;
  const loadedScript = isOther(script, detail) ? undefined : script?.subtitlesArray;
  const loadedText = text?.extractionId === detail.extractionId ? text?.paragraphs : undefined;
  const loaded = isTime ? loadedScript : loadedText;
  const exists = citation !== null && (isTime ? detail.hasScript : detail.hasText);
  const near = useLinesNear(detail, anchor, { enabled: exists && loaded === undefined });
  const error = useAppError(near.data ? null : near.error);
  const lines = exists ? (loaded ?? near.data?.lines) : noLines;
  const place = useMemo(() => (lines ? citedPlace(lines, anchor, claim) : null), [lines, anchor, claim]);
  if (lines) return { state: 'known', place };
  if (error) return { state: 'failed', message: error.message, retry: () => void near.refetch() };
  return { state: 'loading' };
}

const noLines: never[] = [];
const nowhere = { kind: 'paragraph', id: 0 } as const;
