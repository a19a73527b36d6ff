import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/surfaces.tsx';

const PdfView = lazyPart(async () => (await import('./pdf-view.tsx')).PdfView);

/** Loads pdf.js when it is shown; fills the height that it is given. */
export function PdfPane(props: ComponentProps<typeof PdfView>) {
  return (
    <Suspense fallback={<Skeleton className="h-full w-full" />}>
      <PdfView {...props} />
    </Suspense>
  );
}
