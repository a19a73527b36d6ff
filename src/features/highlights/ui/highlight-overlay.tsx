import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sourceLinkOf } from '#engine/sites/shared/link-to-place.ts';
import { anchorOfStart, type NoteAnchor, parseAnchor } from '#lib/markdown/anchors.ts';
import { leadsToThisComputer } from '#lib/own-page-address.ts';
import { useTranscript } from '#rpc/content-parts.ts';
import { useCopy } from '#ui/copy-button.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import { showToast } from '#ui/toast/toast.ts';
import type { Highlight } from '../contract.ts';
import type { HighlightColour } from '../shared/highlight-kinds.ts';
import { HighlightCard } from './highlight-card.tsx';
import './highlights.css';
import { type OpenCard, type TextTab, tabOfScope, type WantedHighlight } from './cards.ts';
import { createPlaceFinder, placeIn } from './find-highlights.ts';
import { createMarkLayer } from './mark-layer.ts';
import type { Selected } from './selected-text.ts';
import { SelectionMenu } from './selection-menu.tsx';
import { lineAt, readScript, type Script } from './text-view.ts';
import {
  type HighlightTexts,
  nothing,
  useContentOverview,
  useHighlightActions,
  useHighlights,
  useHighlightTexts,
} from './use-highlights.ts';

type HighlightOverlayProps = {
  contentId: string;
  wanted: WantedHighlight | null;
  onJump: (id: string) => void;
  onTab: (tab: TextTab) => void;
  card: OpenCard | null;
  onCard: (card: OpenCard | null) => void;
};

let lastColour: HighlightColour = 'yellow';

export function HighlightOverlay({ contentId, wanted, onJump, onTab, card, onCard }: HighlightOverlayProps) {
  const { t } = useTranslation();
  const { highlights } = useHighlights(contentId);
  const actions = useHighlightActions(contentId);
  const detail = useContentOverview(contentId);
  // An open script is loaded already; a link to its words needs it before it is open.
  const enabled = highlights.some(({ id, scope }) => id === wanted?.id && scope === 'subtitle');
  const lines = useTranscript(detail ?? nothing, { enabled }).data?.subtitlesArray;
  const script = useMemo(() => (lines && lines.length > 0 ? readScript(lines) : null), [lines]);
  const [layer] = useState(createMarkLayer);
  const { copy } = useCopy();
  const place = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    layer.start(place.current?.parentElement ?? document.body);
    return () => layer.stop();
  }, [layer]);
  useEffect(() => {
    layer.set({
      highlights,
      script,
      onMoved: (items) => actions.reattach(items),
      onPress: (id, rect) => onCard({ id, rect }),
      onRevealed: () => {},
    });
  });
  useJump({ layer, highlights, script, wanted, onTab });

  function mark(selected: Selected, colour: HighlightColour): Highlight {
    lastColour = colour;
    return actions.create({
      highlight_text: selected.quote.exact,
      scope: selected.scope,
      section_id: selected.sectionId,
      content_key: selected.scope,
      colour,
      anchors: selected.quote,
    });
  }

  async function copySelected({ quote, sectionId }: Selected): Promise<void> {
    const anchor = sectionId === null ? null : parseAnchor(sectionId);
    const { origin } = window.location;
    const target = { sourceUrl: detail?.sourceUrl ?? null, pageUrl: `${origin}/content/${contentId}` };
    const link = anchor ? sourceLinkOf(anchor, target) : '';
    const copied = await copy(link === '' ? quote.exact : `${quote.exact}\n${link}`);
    if (copied && leadsToThisComputer(link, origin)) showToast({ message: t(($) => $.common.copiedLocalLinks) });
  }

  const open = card && highlights.find(({ id }) => id === card.id);
  const texts = useHighlightTexts(contentId, open ? [open] : []);
  return (
    <>
      <span ref={place} hidden />
      <SelectionMenu
        layer={layer}
        onMark={mark}
        onComment={(selected, rect) => onCard({ id: mark(selected, lastColour).id, rect, writing: true })}
        onCopy={(selected) => void copySelected(selected)}
      />
      {card && open ? (
        <HighlightCard
          key={open.id}
          highlight={open}
          rect={card.rect}
          writing={card.writing ?? false}
          orphaned={isOrphaned(open, texts)}
          actions={actions}
          onJump={() => onJump(open.id)}
          onClose={() => onCard(null)}
        />
      ) : null}
    </>
  );
}

function isOrphaned(highlight: Highlight, texts: HighlightTexts | null): boolean {
  const own = texts?.[highlight.scope];
  return own != null && placeIn(own, highlight, createPlaceFinder()) === null;
}

type JumpOptions = {
  layer: ReturnType<typeof createMarkLayer>;
  highlights: readonly Highlight[];
  script: Script | null;
  wanted: WantedHighlight | null;
  onTab: (tab: TextTab) => void;
};

function useJump({ layer, highlights, script, wanted, onTab }: JumpOptions): void {
  const { goTo, show, hasMedia } = useSourceNavigation();
  const followed = useRef(-1);
  useEffect(() => {
    if (!wanted || followed.current === wanted.nonce) return;
    const highlight = highlights.find(({ id }) => id === wanted.id);
    if (!highlight || (highlight.scope === 'subtitle' && !script)) return;
    followed.current = wanted.nonce;
    const anchor = highlight.scope === 'subtitle' && script ? momentOf(highlight, script) : null;
    if (anchor) {
      show(anchor);
      // A page opened by a link does not start playing.
      if (hasMedia && wanted.nonce > 0) goTo(anchor);
    } else onTab(tabOfScope[highlight.scope]);
    layer.want(highlight.id);
  }, [wanted, highlights, script, layer, onTab, goTo, show, hasMedia]);
}

/** The time at which the words are spoken, from their current line. */
function momentOf(highlight: Highlight, script: Script): NoteAnchor | null {
  const place = createPlaceFinder().places('', script.text, [highlight]).get(highlight.id)?.place;
  const startMs = place ? (lineAt(script, place.start)?.startMs ?? null) : null;
  if (startMs !== null) return anchorOfStart(startMs);
  return highlight.section_id === null ? null : parseAnchor(highlight.section_id);
}
