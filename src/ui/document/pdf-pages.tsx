import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronUp, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { coverWhileScrolling } from '#ui/browser/cover-while-scrolling.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/states.tsx';
import type { PDFDocumentProxy } from './pdf-library.ts';
import { PdfPage } from './pdf-page.tsx';
import { PdfSkeleton } from './pdf-skeleton.tsx';
import './pdf-pages.css';
import { type PdfTarget, useCitedWords } from './use-cited-words.ts';
import { usePdf } from './use-pdf.ts';

export type PdfLabels = {
  document: string;
  page: (number: number) => string;
  pageOf: (total: number) => string;
  goToPage: string;
  previous: string;
  next: string;
  zoomIn: string;
  zoomOut: string;
  loading: string;
  failed: string;
  pageFailed: string;
  notFound: string;
};

type PdfPagesProps = {
  url: string;
  target: PdfTarget | null;
  /** A target is about to be known: nothing is drawn that it would leave at once. */
  seeking: boolean;
  labels: PdfLabels;
  /** Told the element that scrolls, once the file is open. */
  onPages: (pages: HTMLElement | null) => void;
  /** Shown beside the page number, such as a link to the file. */
  tools?: ReactNode;
};

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
const gapPx = 12;
const phonePx = 480;
/** Where cited words are scrolled to, as a share of the height. */
const readingLine = 0.25;

/** A PDF page by page, as wide as its container; it fills the given height. */
export function PdfPages({ url, ...rest }: PdfPagesProps) {
  const { opened, retry } = usePdf(url);
  if (opened.state === 'failed') return <ErrorState message={rest.labels.failed} onRetry={retry} />;
  if (opened.state === 'loading') return <PdfSkeleton label={rest.labels.loading} />;
  return <Pages pdf={opened.pdf} ratio={opened.ratio} {...rest} />;
}

type PagesProps = Omit<PdfPagesProps, 'url'> & { pdf: PDFDocumentProxy; ratio: number };

function Pages({ pdf, ratio, target, seeking, labels, onPages, tools }: PagesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    onPages(scroller.current);
    return () => onPages(null);
  }, [onPages]);
  // At a phone's width, the words of a page are too small to be checked.
  const [zoom, setZoom] = useState<number>(() => (target !== null && window.innerWidth < phonePx ? 1.5 : 1));
  const fitPx = useWidth(scroller);
  const widthPx = Math.round(fitPx * zoom);
  const ratios = useRef(new Map<number, number>());
  const cited = useCitedWords(pdf, target);
  const virtualizer = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => Math.round(widthPx * (ratios.current.get(index + 1) ?? ratio)),
    gap: gapPx,
    overscan: 1,
    // What came into view is drawn after the frame that scrolled, not within it.
    useFlushSync: false,
    enabled: widthPx > 0,
  });
  const shown = currentPage(virtualizer, scroller.current?.clientHeight ?? 0);

  // The page being read stays in view when the width changes.
  const readPage = useRef({ page: 1, share: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer is one object for the list's life
  useLayoutEffect(() => {
    if (widthPx === 0) return;
    virtualizer.measure();
    const { page, share } = readPage.current;
    const start = virtualizer.getOffsetForIndex(page - 1, 'start')?.[0] ?? 0;
    scroller.current?.scrollTo({ top: start + share * widthPx * (ratios.current.get(page) ?? ratio) });
  }, [widthPx]);

  const handleRatio = useCallback(
    (number: number, found: number) => {
      if (Math.abs((ratios.current.get(number) ?? ratio) - found) < 0.001) return;
      ratios.current.set(number, found);
      virtualizer.measure();
    },
    [ratio, virtualizer],
  );

  // The page that is asked for is drawn before its neighbours.
  const first = Math.min(Math.max(1, target?.page ?? 1), pdf.numPages);
  const [waited, setWaited] = useState(false);
  const waitedFor = useRef(first);
  useLayoutEffect(() => {
    waitedFor.current = first;
  }, [first]);
  const handleSettled = useCallback((number: number) => {
    if (number === waitedFor.current) setWaited(true);
  }, []);

  // Scrolls to the page first, then to the words once they are found, which may be on the next page, and laid out.
  const reached = useRef(0);
  const asked = cited === null || cited.nonce !== target?.nonce ? first : cited.page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request
  useEffect(() => {
    if (target === null || widthPx === 0) return;
    virtualizer.scrollToIndex(asked - 1, { align: 'start' });
  }, [target?.nonce, asked, widthPx > 0]);
  const handleLit = useCallback(
    (nonce: number, { topPx, leftPx }: { topPx: number; leftPx: number }) => {
      const element = scroller.current;
      if (!element || reached.current === nonce || cited === null) return;
      reached.current = nonce;
      const start = virtualizer.getOffsetForIndex(cited.page - 1, 'start')?.[0] ?? 0;
      element.scrollTo({
        top: Math.max(0, start + topPx - element.clientHeight * readingLine),
        left: Math.max(0, leftPx - gapPx),
      });
    },
    [cited, virtualizer],
  );

  function handleScroll(): void {
    const element = scroller.current;
    const item = virtualizer.getVirtualItems().findLast(({ start }) => start <= (element?.scrollTop ?? 0));
    if (!element || !item) return;
    readPage.current = { page: item.index + 1, share: (element.scrollTop - item.start) / item.size };
  }

  function goTo(page: number): void {
    virtualizer.scrollToIndex(Math.min(Math.max(1, page), pdf.numPages) - 1, { align: 'start' });
  }

  const zoomAt = zooms.findIndex((known) => known >= zoom);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex items-center gap-1 border-b border-line px-2 py-1 text-sm text-soft">
        <Tool label={labels.previous} disabled={shown <= 1} onPress={() => goTo(shown - 1)}>
          <ChevronUp aria-hidden className="size-4" />
        </Tool>
        <Tool label={labels.next} disabled={shown >= pdf.numPages} onPress={() => goTo(shown + 1)}>
          <ChevronDown aria-hidden className="size-4" />
        </Tool>
        <PageNumber shown={shown} count={pdf.numPages} labels={labels} onGo={goTo} />
        <span className="grow" />
        <Tool label={labels.zoomOut} disabled={zoomAt <= 0} onPress={() => setZoom(zooms[zoomAt - 1] ?? 1)}>
          <ZoomOut aria-hidden className="size-4" />
        </Tool>
        <Tool label={labels.zoomIn} disabled={zoomAt >= zooms.length - 1} onPress={() => setZoom(zooms[zoomAt + 1] ?? 1)}>
          <ZoomIn aria-hidden className="size-4" />
        </Tool>
        {tools}
      </div>
      {cited !== null && cited.spans.length === 0 ? (
        <p role="status" className="border-b border-line bg-sunken px-3 py-1.5 text-sm text-soft">
          {labels.notFound}
        </p>
      ) : null}
      <section
        ref={scroller}
        aria-label={labels.document}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by key
        tabIndex={0}
        onScroll={handleScroll}
        className="min-h-0 grow overflow-auto bg-sunken [overflow-anchor:none]"
      >
        <div
          ref={coverWhileScrolling}
          className="relative mx-auto"
          style={{ height: virtualizer.getTotalSize(), width: widthPx || undefined }}
        >
          {virtualizer.getVirtualItems().map(({ index, start, size }) => (
            <div key={index} className="absolute left-0" style={{ top: start, height: size }}>
              <PdfPage
                pdf={pdf}
                number={index + 1}
                widthPx={widthPx}
                label={labels.page(index + 1)}
                failedText={labels.pageFailed}
                cited={cited}
                scrolling={virtualizer.isScrolling}
                held={!waited && (seeking || index + 1 !== first)}
                onSettled={handleSettled}
                onRatio={handleRatio}
                onLit={handleLit}
              />
            </div>
          ))}
        </div>
      </section>
    </div>
  );
}

type Virtualizer = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;

function currentPage(virtualizer: Virtualizer, heightPx: number): number {
  const line = (virtualizer.scrollOffset ?? 0) + heightPx * readingLine;
  return (virtualizer.getVirtualItems().findLast(({ start }) => start <= line)?.index ?? 0) + 1;
}

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const measure = () => setWidth(watched.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

type ToolProps = { label: string; disabled: boolean; onPress: () => void; children: ReactNode };

function Tool({ label, disabled, onPress, children }: ToolProps) {
  return (
    <Button size="sm" variant="ghost" aria-label={label} title={label} disabled={disabled} className="px-2!" onClick={onPress}>
      {children}
    </Button>
  );
}

type PageNumberProps = { shown: number; count: number; labels: PdfLabels; onGo: (page: number) => void };

function PageNumber({ shown, count, labels, onGo }: PageNumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <form
      className="flex items-center gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        const page = Number(typed ?? shown);
        if (Number.isInteger(page) && page > 0) onGo(page);
        setTyped(null);
      }}
    >
      <input
        value={typed ?? shown}
        inputMode="numeric"
        aria-label={labels.goToPage}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTyped(null)}
        className="h-8 w-12 rounded-md border border-line bg-surface px-1.5 text-center tabular-nums"
      />
      <span className="whitespace-nowrap tabular-nums">{labels.pageOf(count)}</span>
    </form>
  );
}
