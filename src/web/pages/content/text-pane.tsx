import { Download } from 'lucide-react';
import { type ComponentProps, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/surfaces.tsx';

const DocumentText = lazyPart(async () => (await import('#features/articles/ui/document-text.tsx')).DocumentText);

/** An EPUB, a Word file, a text or a web page, shown beside its note. */
export function TextPane(props: Omit<ComponentProps<typeof DocumentText>, 'tools'>) {
  const { t } = useTranslation();
  const { originalFile } = props.detail;
  const label = t(($) => $.content.pdf.download);
  return (
    <Suspense fallback={<Skeleton className="h-full w-full" />}>
      <DocumentText
        {...props}
        tools={
          originalFile === null ? null : (
            <Button size="sm" variant="ghost" asChild className="px-2!">
              <a href={originalFile.url} download={originalFile.name} title={label}>
                <Download aria-hidden className="size-4" />
                <span className="sr-only">{label}</span>
              </a>
            </Button>
          )
        }
      />
    </Suspense>
  );
}
