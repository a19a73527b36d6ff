import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { type CitedLine, citedPlace } from '#lib/transcripts/cited-place.ts';
import { holdAt } from '#ui/browser/hold-at.ts';
import { canPaintRanges, paintRanges } from '#ui/browser/painted-ranges.ts';
import { findSentence } from '#ui/document/find-sentence.ts';

/** Above the marks of highlights, which it covers for a moment. */
const priority = 2;
const highlightName = 'gleaner-cited';
const litMs = 4000;

/** One place is lit at a time, whichever part of the page shows it. */
let putOutLast: (() => void) | null = null;

/** The sentence that the card of such a reference shows; null where the card shows a whole paragraph, or none. */
export function citedSentence(
  paragraphs: readonly CitedLine[],
  anchor: Extract<NoteAnchor, { kind: 'paragraph' }>,
  claim: string | undefined,
): string | null {
  if (!claim) return null;
  const place = citedPlace(paragraphs, anchor, claim);
  const isWhole = place !== null && paragraphs.find(({ id }) => id === place.paragraph)?.text.trim() === place.text.trim();
  return isWhole ? null : (place?.text ?? null);
}

type Shown = {
  id: number;
  /** What to light of it; null: all. */
  sentence: string | null;
  /** Null: the page itself. */
  scroller: HTMLElement | null;
};

export function showParagraph(body: HTMLElement, { id, sentence, scroller }: Shown): void {
  // A paragraph not found in the text is shown at the nearest one before it, or at the start.
  const places = [...body.querySelectorAll<HTMLElement>('[data-paragraphs]')];
  const before = places.findLast((element) => (element.dataset.paragraphs ?? '').split(' ').some((known) => Number(known) <= id));
  const place = before ?? places[0] ?? body.querySelector<HTMLElement>('*') ?? body;
  putOutLast?.();
  const ranges = sentence === null || !canPaintRanges() ? [] : rangesOf(place, sentence);
  scrollToPlace(place, ranges[0] ?? null, scroller);
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  paintRanges(highlightName, ranges, priority);
  place.dataset.shown = ranges.length > 0 ? 'sentence' : 'whole';
  const putOut = () => {
    clearTimeout(timer);
    putOutLast = null;
    delete place.dataset.shown;
    if (ranges.length > 0) paintRanges(highlightName, [], priority);
  };
  const timer = setTimeout(putOut, litMs);
  putOutLast = putOut;
}

function rangesOf(element: HTMLElement, sentence: string): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
  const texts = nodes.map(({ data }) => data);
  return findSentence(texts, sentence).flatMap(({ start, end }) => {
    const [first, last] = [nodes[start.item], nodes[end.item]];
    if (!first || !last) return [];
    const range = document.createRange();
    range.setStart(first, start.offset);
    range.setEnd(last, end.offset);
    return [range];
  });
}

/** To the paragraph; of one that does not fit into its view, or fills half of the page, to the sentence. */
function scrollToPlace(place: HTMLElement, sentence: Range | null, scroller: HTMLElement | null): void {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const far = Math.abs(place.getBoundingClientRect().top) > 3 * window.innerHeight;
  const viewPx = scroller?.clientHeight ?? window.innerHeight;
  // `scrollIntoView` would move the page as well, and the note with it.
  if (scroller) {
    holdAt(scroller, place, (height) => (height < viewPx ? (viewPx - height) / 2 : -belowTop(place, sentence, viewPx)));
    return;
  }
  place.scrollIntoView({ block: 'center', behavior: still || far ? 'auto' : 'smooth' });
  const { height } = place.getBoundingClientRect();
  if (sentence && height > viewPx / 2) {
    const { top } = sentence.getBoundingClientRect();
    window.scrollTo({ top: window.scrollY + top - viewPx / 3, behavior: 'instant' });
  }
}

/** How far a high paragraph's top has to be above the view for its sentence to be seen. */
function belowTop(place: HTMLElement, sentence: Range | null, viewPx: number): number {
  if (!sentence) return 0;
  const from = sentence.getBoundingClientRect().top - place.getBoundingClientRect().top;
  return Math.max(0, from - viewPx / 3);
}
