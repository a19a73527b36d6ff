import { useEffect, useRef, useState } from 'react';
import { frameCanvas } from './frame-canvas.ts';
import { type PDFDocumentProxy, type PDFPageProxy, type RenderTask, TextLayer } from './pdf-library.ts';
import { BlankLines } from './pdf-skeleton.tsx';
import type { CitedWords } from './use-cited-words.ts';

type PdfPageProps = {
  pdf: PDFDocumentProxy;
  number: number;
  widthPx: number;
  label: string;
  failedText: string;
  cited: CitedWords | null;
  /** While the pages are being scrolled, their words are not laid out. */
  scrolling: boolean;
  /** Not to be drawn yet: another page is waited for, and both would take twice as long. */
  held: boolean;
  /** The page is drawn, or never will be. */
  onSettled: (number: number) => void;
  /** `ratio`: height by width; called once it is known. */
  onRatio: (number: number, ratio: number) => void;
  /** `place`: where the first lit words are, from the page's top left. */
  onLit: (nonce: number, place: { topPx: number; leftPx: number }) => void;
};

type Box = { left: number; top: number; width: number; height: number };

/** A page that is scrolled past faster than this is not drawn. */
const settleMs = 80;
/** More pixels take memory and show no more. */
const mostCanvasPixels = 2 ** 23;
/** Words are added for this long in one frame: a newspaper's page has thousands. */
const wordsMs = 8;
const wordsPerFrame = { least: 10, most: 40 } as const;

export function PdfPage(props: PdfPageProps) {
  const { pdf, number, widthPx, label, failedText, cited, scrolling, held, onSettled, onRatio, onLit } = props;
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [failed, setFailed] = useState(false);
  const [drawn, setDrawn] = useState(false);
  const [hasWords, setHasWords] = useState(!scrolling);
  if (!scrolling && !hasWords) setHasWords(true);
  useEffect(() => {
    if (drawn || failed) onSettled(number);
  }, [drawn, failed, number, onSettled]);
  useEffect(() => () => onSettled(number), [number, onSettled]);
  useEffect(() => {
    if (held) return;
    let left = false;
    let read: PDFPageProxy | null = null;
    const timer = setTimeout(() => {
      pdf.getPage(number).then(
        (found) => {
          if (left) return;
          read = found;
          const { width, height } = found.getViewport({ scale: 1 });
          onRatio(number, height / width);
          setPage(found);
        },
        () => left || setFailed(true),
      );
    }, settleMs);
    return () => {
      left = true;
      clearTimeout(timer);
      // Otherwise the document would keep the data that each page is drawn from.
      read?.cleanup();
    };
  }, [pdf, number, held, onRatio]);
  return (
    <section aria-label={label} className="pdf-page" style={{ width: widthPx }}>
      {failed ? <p className="p-4 text-sm">{failedText}</p> : drawn ? null : <BlankLines />}
      {page === null || failed ? null : (
        <>
          <Picture page={page} widthPx={widthPx} onDrawn={() => setDrawn(true)} onFailed={() => setFailed(true)} />
          {hasWords ? <Words page={page} widthPx={widthPx} cited={cited?.page === number ? cited : null} onLit={onLit} /> : null}
        </>
      )}
    </section>
  );
}

type PictureProps = { page: PDFPageProxy; widthPx: number; onDrawn: () => void; onFailed: () => void };

/** The page's picture. Another width is drawn on a canvas of its own, which replaces the old one when it is finished. */
function Picture({ page, widthPx, onDrawn, onFailed }: PictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const told = useRef({ onDrawn, onFailed });
  const free = useRef<() => void>(undefined);
  useEffect(() => {
    told.current = { onDrawn, onFailed };
  });
  useEffect(() => {
    const atOne = page.getViewport({ scale: 1 });
    const wanted = (widthPx / atOne.width) * Math.min(2, window.devicePixelRatio || 1);
    const most = Math.sqrt(mostCanvasPixels / (atOne.width * atOne.height));
    const viewport = page.getViewport({ scale: Math.min(wanted, most) });
    const [width, height] = [viewport.width, viewport.height].map((side) => Math.max(1, Math.floor(side)));
    let left = false;
    let task: RenderTask | null = null;
    const draw = async () => {
      const {
        canvas,
        shown,
        free: freeThis,
      } = await frameCanvas(width ?? 1, height ?? 1, () => task?.isWorkerRendering === true);
      if (left) return;
      try {
        task = page.render({ canvas, viewport });
        await task.promise;
        await shown();
        await inOwnFrame(() => left || place.current?.append(canvas));
        if (left) throw new Error('the page is gone');
      } catch (error) {
        freeThis();
        if (!left) throw error;
        return;
      }
      told.current.onDrawn();
      const freeBefore = free.current;
      free.current = freeThis;
      // The old canvas stays below until this one is on the screen.
      await inOwnFrame(() => {
        while (canvas.previousSibling) canvas.previousSibling.remove();
      });
      freeBefore?.();
    };
    draw().catch(() => told.current.onFailed());
    return () => {
      left = true;
      task?.cancel();
    };
  }, [page, widthPx]);
  useEffect(() => () => free.current?.(), []);
  return <div ref={place} aria-hidden className="pdf-picture" />;
}

let framesTaken = Promise.resolve(0);

/** Showing a page takes a third of a frame: one at a time, between two frames, so as not to lengthen painting. Returns ms. */
function inOwnFrame(show: () => void): Promise<number> {
  framesTaken = framesTaken.then(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => {
          setTimeout(() => {
            const began = performance.now();
            show();
            document.body.getBoundingClientRect();
            resolve(performance.now() - began);
          });
        }),
      ),
  );
  return framesTaken;
}

const nextCount = (count: number, ms: number): number =>
  Math.max(wordsPerFrame.least, Math.min(wordsPerFrame.most, 2 * count, Math.floor((count * wordsMs) / Math.max(ms, 0.1))));

type WordsProps = Pick<PdfPageProps, 'widthPx' | 'cited' | 'onLit'> & { page: PDFPageProxy };

/** The text over the picture, for selecting, copying and screen readers, with the cited words lit. */
function Words({ page, widthPx, cited, onLit }: WordsProps) {
  const place = useRef<HTMLDivElement>(null);
  const [elements, setElements] = useState<readonly HTMLElement[]>([]);
  const [boxes, setBoxes] = useState<readonly Box[]>([]);
  useEffect(() => {
    const container = place.current;
    if (!container) return;
    let left = false;
    // Outside of the page: otherwise each measurement of a word would recompute the page's styles.
    const aside = document.createElement('div');
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: aside,
      viewport: page.getViewport({ scale: 1 }),
    });
    const show = async () => {
      await inOwnFrame(() => undefined);
      if (!left) await layer.render();
      // pdf.js measures words in the font of their language, not of the interface; in another font their ends would differ.
      container.lang = aside.lang;
      let count: number = wordsPerFrame.least;
      while (!left && aside.firstChild) {
        const ms = await inOwnFrame(() => left || container.append(...[...aside.childNodes].slice(0, count)));
        count = nextCount(count, ms);
      }
      if (!left) setElements(layer.textDivs);
    };
    show().catch(() => undefined);
    return () => {
      left = true;
      layer.cancel();
      container.replaceChildren();
      setElements([]);
    };
  }, [page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width moves the words
  useEffect(() => {
    const container = place.current;
    if (!container || cited === null || elements.length === 0) {
      setBoxes([]);
      return;
    }
    const lit = boxesOf(container, elements, cited);
    setBoxes(lit);
    onLit(cited.nonce, {
      topPx: ((lit[0]?.top ?? 0) / 100) * container.clientHeight,
      leftPx: ((lit[0]?.left ?? 0) / 100) * container.clientWidth,
    });
  }, [elements, cited, widthPx, onLit]);
  const scale = widthPx / page.getViewport({ scale: 1 }).width;
  return (
    <>
      <div aria-hidden className="pdf-marks">
        {boxes.map((box, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: marks have no identity, and two may lie on one another
            key={index}
            data-lit
            style={{ left: `${box.left}%`, top: `${box.top}%`, width: `${box.width}%`, height: `${box.height}%` }}
          />
        ))}
      </div>
      <div ref={place} className="pdf-words" style={{ '--total-scale-factor': scale } as React.CSSProperties} />
    </>
  );
}

function boxesOf(container: HTMLElement, elements: readonly HTMLElement[], { spans }: CitedWords): Box[] {
  const page = container.getBoundingClientRect();
  return spans.flatMap(({ item, from, to }) => {
    const text = elements[item]?.firstChild;
    if (!(text instanceof Text) || to > text.length) return [];
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    return [...range.getClientRects()].map((rect) => ({
      left: ((rect.left - page.left) / page.width) * 100,
      top: ((rect.top - page.top) / page.height) * 100,
      width: (rect.width / page.width) * 100,
      height: (rect.height / page.height) * 100,
    }));
  });
}
