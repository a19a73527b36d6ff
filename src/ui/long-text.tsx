import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

const shortLength = 240;
const shortLines = 4;

/** Plain text with its own line breaks; a long one shows only its beginning until the user asks for the rest. */
export function LongText({ text, className }: { text: string; className?: string }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  const isLong = text.length > shortLength || text.split('\n').length > shortLines;
  return (
    <div className={className}>
      <p className={clsx('wrap-anywhere whitespace-pre-line', isLong && !whole && 'line-clamp-4')}>{text}</p>
      {isLong ? (
        <Button size="sm" variant="ghost" className="-ml-3" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? t(($) => $.common.showLess) : t(($) => $.common.showWhole)}
        </Button>
      ) : null}
    </div>
  );
}
