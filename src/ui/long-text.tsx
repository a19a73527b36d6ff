import { clsx } from 'clsx';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

/** Plain text in its own lines, of which a long one shows its beginning until the rest is asked for. */
export function LongText({ text, className }: { text: string; className?: string }) {
  const { t } = useTranslation();
  const shown = useRef<HTMLParagraphElement>(null);
  const [whole, setWhole] = useState(false);
  const [isCut, setIsCut] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useLayoutEffect(() => {
    const element = shown.current;
    if (whole || element === null) return;
    const measure = () => setIsCut(element.scrollHeight > element.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [text, whole]);

  return (
    <div className={className}>
      <p ref={shown} className={clsx('wrap-anywhere whitespace-pre-line', !whole && 'line-clamp-4')}>
        {text}
      </p>
      {isCut || whole ? (
        <Button size="sm" variant="ghost" className="-ml-3" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? t(($) => $.common.showLess) : t(($) => $.common.showWhole)}
        </Button>
      ) : null}
    </div>
  );
}
