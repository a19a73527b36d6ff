import { type ComponentProps, Suspense } from 'react';
import { PdfSkeleton } from '#ui/document/pdf-skeleton.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

const loadView = () => import('./pdf-view.tsx');
const PdfView = lazyPart(async () => (await loadView()).PdfView);

/** Loaded separately: pdf.js alone is half of the code of a page. */
export const preloadPdf = () => void loadView().catch(() => undefined);

/** Loads pdf.js when it is shown; fills the given height. */
export function PdfPane(props: ComponentProps<typeof PdfView>) {
  return (
    <Suspense fallback={<PdfSkeleton />}>
      <PdfView {...props} />
    </Suspense>
  );
}
