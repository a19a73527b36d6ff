import { useEffect, useState } from 'react';
import { findOnPage, type TextSpan } from './find-on-page.ts';
import { type PDFDocumentProxy, textItemsOf } from './pdf-library.ts';

/** Words to light up. `page` is counted from 1; `nonce` tells repeated requests apart. */
export type PdfTarget = { page: number; text: string; nonce: number };

/** `spans` are empty where the words are not on the page, as in a scan. */
export type CitedWords = { page: number; spans: readonly TextSpan[]; nonce: number };

/** Looks on the next page too, as a paragraph may go on there. Null until the words were looked for. */
export function useCitedWords(pdf: PDFDocumentProxy, target: PdfTarget | null): CitedWords | null {
  const [cited, setCited] = useState<CitedWords | null>(null);
  useEffect(() => {
    if (target === null) return;
    let left = false;
    findWords(pdf, target).then(
      (found) => left || setCited(found),
      () => left || setCited({ page: target.page, spans: [], nonce: target.nonce }),
    );
    return () => {
      left = true;
    };
  }, [pdf, target]);
  return cited;
}

async function findWords(pdf: PDFDocumentProxy, { page, text, nonce }: PdfTarget): Promise<CitedWords> {
  for (const number of [page, page + 1]) {
    if (number < 1 || number > pdf.numPages) continue;
    const spans = findOnPage(await textItemsOf(await pdf.getPage(number)), text);
    if (spans.length > 0) return { page: number, spans, nonce };
  }
  return { page: Math.min(Math.max(1, page), pdf.numPages), spans: [], nonce };
}
