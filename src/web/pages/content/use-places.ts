import { useState } from 'react';
import type { ContentOverview } from '#features/contents/contract.ts';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { afterFrame } from '#ui/browser/after-frame.ts';
import { showDocument, useStudy } from './study/study-state.ts';
import type { StudyMode } from './study/use-study-mode.ts';
import { tabOfAnchor } from './tab-of-address.ts';
import { useSeekOrShow } from './use-seek-or-show.ts';
import { useStartingPlace } from './use-starting-place.ts';
import { useWayBack } from './use-way-back.ts';

type Layout = {
  /** The place in the page's link. */
  start: NoteAnchor | null;
  mode: StudyMode;
  tab: string;
  onTab: (tab: string) => void;
  hasPlayer: boolean;
  document: string | null;
  scriptBeside: boolean;
};

/** Shows places of the source: beside the note, in a sheet over it on a phone, or in a tab. */
export function usePlaces(detail: ContentOverview, layout: Layout) {
  const { start, mode, tab, onTab, hasPlayer, document, scriptBeside } = layout;
  const documentWanted = useStudy((state) => state.document);
  const beside = mode === 'two' || mode === 'three';
  /** What opened the document over the note; the note keeps its place. */
  const [sheet, setSheet] = useState<'place' | 'bar' | null>(null);
  const wayBack = useWayBack(tab, onTab);

  function openPlace(next: string): void {
    // A source that is open beside the note shows the place there.
    if (beside && next === document && (documentWanted || detail.kind === 'document')) showDocument(true);
    else if (mode === 'phone' && next === document && tab !== document) setSheet('place');
    else if (next !== 'subtitle' || !scriptBeside) onTab(next);
  }
  const hasPdf = detail.pdf !== null;
  const navigation = useSeekOrShow({ hasMedia: hasPlayer, hasPdf, onPlace: openPlace, wayBack });

  /** The tab that the page's link opened, where a phone offers a way to the note; null when it only started the player. */
  const [landedOn, setLandedOn] = useState<string | null>(null);
  useStartingPlace(start, (anchor) => {
    setLandedOn(hasPlayer && anchor.kind === 'time' ? null : tabOfAnchor(anchor, hasPdf));
    navigation.goTo(anchor);
  });

  function closeSheet(): void {
    setSheet(null);
    const { back } = navigation.target ?? {};
    if (sheet === 'place' && back) afterFrame(back);
  }
  return { ...navigation, landedOn, sheet: { open: sheet !== null, show: () => setSheet('bar'), close: closeSheet } };
}
