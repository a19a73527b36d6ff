import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useCitedPlace } from '#features/transcripts/ui/place/use-cited-place.ts';
import type { Citation } from '#lib/markdown/claims.ts';
import { Button } from '#ui/button.tsx';
import { type PdfLabels, PdfPages } from '#ui/document/pdf-pages.tsx';
import type { PdfTarget } from '#ui/document/use-cited-words.ts';
import { useBackOnEscape } from '#ui/reader/use-back-on-escape.ts';
import type { SourceTarget } from '#ui/reader/view-state.ts';

type PdfViewProps = { detail: ContentOverview; url: string; target: SourceTarget | null };

export function PdfView({ detail, url, target }: PdfViewProps) {
  const { t } = useTranslation();
  const labels = usePdfLabels();
  const { wanted, seeking } = useWantedWords(detail, target);
  const { originalFile } = detail;
  const [pages, setPages] = useState<HTMLElement | null>(null);
  useArrival(pages, target);
  useBackOnEscape(pages, target);
  return (
    <PdfPages
      url={url}
      onPages={setPages}
      target={wanted}
      seeking={seeking}
      labels={labels}
      tools={
        originalFile === null ? null : (
          <Button size="sm" variant="ghost" asChild className="px-2!">
            <a href={originalFile.url} download={originalFile.name} title={t(($) => $.content.pdf.download)}>
              <Download aria-hidden className="size-4" />
              <span className="sr-only">{t(($) => $.content.pdf.download)}</span>
            </a>
          </Button>
        )
      }
    />
  );
}

const arrived = new WeakSet<SourceTarget>();

/** The pages get the focus with each request: keys scroll them, and Escape leads back. */
function useArrival(pages: HTMLElement | null, target: SourceTarget | null): void {
  useEffect(() => {
    if (!pages || target?.anchor.kind !== 'paragraph' || arrived.has(target)) return;
    // A tab that is opened again later leaves the focus where it is.
    arrived.add(target);
    pages.focus({ preventScroll: true });
  }, [pages, target]);
}

/** `wanted` is null while the place is sought, and for places that name no page. */
function useWantedWords(detail: ContentOverview, target: SourceTarget | null): { wanted: PdfTarget | null; seeking: boolean } {
  const citation = useMemo<Citation | null>(
    () =>
      target?.anchor.kind === 'paragraph'
        ? { anchor: target.anchor, claim: { text: target.claim ?? '', unverified: false } }
        : null,
    [target],
  );
  const cited = useCitedPlace(detail, citation);
  const place = citation !== null && cited.state === 'known' ? cited.place : null;
  const nonce = target?.nonce ?? 0;
  const wanted = useMemo(() => (place?.page ? { page: place.page, text: place.text, nonce } : null), [place, nonce]);
  return { wanted, seeking: citation !== null && cited.state === 'loading' };
}

function usePdfLabels(): PdfLabels {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      document: t(($) => $.content.pdf.document),
      page: (number) => t(($) => $.content.pdf.page, { number }),
      pageOf: (total) => t(($) => $.content.pdf.pageOf, { total }),
      goToPage: t(($) => $.content.pdf.goToPage),
      previous: t(($) => $.content.pdf.previous),
      next: t(($) => $.content.pdf.next),
      zoomIn: t(($) => $.content.pdf.zoomIn),
      zoomOut: t(($) => $.content.pdf.zoomOut),
      loading: t(($) => $.content.pdf.loading),
      failed: t(($) => $.content.pdf.failed),
      pageFailed: t(($) => $.content.pdf.pageFailed),
      notFound: t(($) => $.content.pdf.notFound),
    }),
    [t],
  );
}
