import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseAnchor } from '#lib/markdown/anchors.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { highlightTitle } from '../shared/highlight-title.ts';
import type { OpenCard, TextTab, WantedHighlight } from './cards.ts';
import { useHighlights } from './use-highlights.ts';

const HighlightOverlay = lazyPart(async () => (await import('./highlight-overlay.tsx')).HighlightOverlay, { quiet: true });
const HighlightsTab = lazyPart(async () => (await import('./highlights-tab.tsx')).HighlightsTab);

type Options = {
  /** The highlight named in the address; shown once it is loaded. */
  first: string | null;
  onTab: (tab: TextTab) => void;
};

export function useHighlightsExtension(
  contentId: string,
  { first, onTab }: Options,
): {
  tab: { id: 'highlights'; label: string; panel: ReactNode };
  overlay: ReactNode;
  marks: { startMs: number; title: string; colour: string }[];
} {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<WantedHighlight | null>(first === null ? null : { id: first, nonce: 0 });
  const [card, setCard] = useState<OpenCard | null>(null);
  const [address, setAddress] = useState({ contentId, first });
  // Another content or another requested highlight; clearing the address changes nothing.
  if (address.contentId !== contentId || address.first !== first) {
    setAddress({ contentId, first });
    if (address.contentId !== contentId) {
      setCard(null);
      setWanted(first === null ? null : { id: first, nonce: 0 });
    } else if (first !== null) setWanted((before) => ({ id: first, nonce: (before?.nonce ?? 0) + 1 }));
  }
  const handleJump = useCallback((id: string) => {
    setCard(null);
    setWanted((before) => ({ id, nonce: (before?.nonce ?? 0) + 1 }));
  }, []);
  const { highlights } = useHighlights(contentId);
  const marks = useMemo(
    () =>
      highlights
        .flatMap(({ section_id, comment, highlight_text, colour }) => {
          const anchor = section_id === null ? null : parseAnchor(section_id);
          return anchor?.kind === 'time'
            ? [{ startMs: anchor.ms, title: highlightTitle(comment || highlight_text), colour: `var(--stripe-${colour})` }]
            : [];
        })
        .toSorted((a, b) => a.startMs - b.startMs),
    [highlights],
  );
  const label = t(($) => $.highlights.tab);
  return useMemo(
    () => ({
      marks,
      tab: {
        id: 'highlights' as const,
        label,
        panel: (
          <Suspense>
            <HighlightsTab contentId={contentId} onJump={handleJump} onEdit={setCard} />
          </Suspense>
        ),
      },
      overlay: (
        <Suspense>
          <HighlightOverlay
            key={contentId}
            contentId={contentId}
            wanted={wanted}
            onJump={handleJump}
            onTab={onTab}
            card={card}
            onCard={setCard}
          />
        </Suspense>
      ),
    }),
    [contentId, label, marks, wanted, card, handleJump, onTab],
  );
}
