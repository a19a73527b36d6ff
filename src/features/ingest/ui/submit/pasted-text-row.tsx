import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import type { PastedText } from './pasted-text.ts';

type PastedTextRowProps = {
  pasted: PastedText;
  chosen: boolean;
  /** Null if the text has no links to submit instead. */
  onChoose: ((text: boolean) => void) | null;
};

export function PastedTextRow({ pasted, chosen, onChoose }: PastedTextRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line p-3 sm:gap-4" data-testid="pasted-text">
      {chosen ? (
        <>
          <FileText aria-hidden className="size-5 shrink-0 text-soft" />
          <div className="min-w-0 grow basis-48">
            <p className="line-clamp-2 font-medium wrap-anywhere">{pasted.title}</p>
            <p className="mt-0.5 text-xs text-faint">
              {t(($) => $.ingest.pasted.facts, { characters: format.number(pasted.characters) })}
            </p>
          </div>
        </>
      ) : (
        <p className="min-w-0 grow basis-48 text-sm text-soft">{t(($) => $.ingest.pasted.longText)}</p>
      )}
      {onChoose === null ? null : (
        <Button size="sm" onClick={() => onChoose(!chosen)}>
          {chosen ? t(($) => $.ingest.pasted.useLinks) : t(($) => $.ingest.pasted.useText)}
        </Button>
      )}
    </div>
  );
}
