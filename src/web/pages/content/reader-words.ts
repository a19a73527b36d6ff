import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/time.ts';
import type { ReaderWords } from '#ui/reader/source-navigation.tsx';

/** Paragraphs are counted from 1. */
export function useReaderWords(hasMedia: boolean): ReaderWords {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      hintOf: (anchor, page) => {
        if (page !== undefined) return t(($) => $.content.places.showPage, { number: page });
        if (anchor.kind === 'paragraph') return t(($) => $.content.places.showParagraph, { number: anchor.id + 1 });
        const time = formatClock(anchor.ms);
        return hasMedia ? t(($) => $.content.places.playFrom, { time }) : t(($) => $.content.places.showLine, { time });
      },
      opensNewTab: t(($) => $.content.places.opensNewTab),
      unverified: t(($) => $.content.places.unverified),
    }),
    [t, hasMedia],
  );
}
