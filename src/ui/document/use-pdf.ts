import { useEffect, useState } from 'react';
import { openPdf, type PDFDocumentProxy } from './pdf-library.ts';

type Opened = { state: 'loading' } | { state: 'failed' } | { state: 'open'; pdf: PDFDocumentProxy; ratio: number };

/** `ratio`: height by width of the first page, used for pages that are not read yet. */
export function usePdf(url: string): { opened: Opened; retry: () => void } {
  const [opened, setOpened] = useState<Opened>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens it anew
  useEffect(() => {
    let left = false;
    const task = openPdf(url);
    const open = async () => {
      const pdf = await task.promise;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      return { state: 'open', pdf, ratio: height / width } as const;
    };
    open().then(
      (ready) => left || setOpened(ready),
      () => left || setOpened({ state: 'failed' }),
    );
    return () => {
      left = true;
      // A document that failed to open is destroyed already.
      task.destroy().catch(() => undefined);
    };
  }, [url, attempt]);
  function retry(): void {
    setOpened({ state: 'loading' });
    setAttempt((before) => before + 1);
  }
  return { opened, retry };
}
