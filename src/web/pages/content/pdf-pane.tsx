import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/surfaces.tsx';

const loadView = () => import('./pdf-view.tsx');
const PdfView = lazyPart(async () => (await loadView()).PdfView);

/** pdf.js alone is half of what a page has to load. */
export const preloadPdf = () => void loadView().catch(() => undefined);

/** Loads pdf.js when it is shown; fills the height that it is given. */
export function PdfPane(props: ComponentProps<typeof PdfView>) {
  return (
    <Suspense fallback={<Skeleton className="h-full w-full" />}>
      <PdfView {...props} />
    </Suspense>
  );
}
