import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languages, type NoteLanguage, noteLanguages } from '#lib/languages.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { itemsPerQueue } from './limits.ts';
import type { Picking } from './picker-body.tsx';
import { firstOf } from './selection.ts';
import type { ListingItem } from './use-playlist.ts';

type FooterProps = Picking & {
  items: readonly ListingItem[];
  language: NoteLanguage;
  onLanguage: (language: NoteLanguage) => void;
  queueing: boolean;
  onQueue: () => void;
};

export function PickerFooter({ items, picked, onPick, language, onLanguage, queueing, onQueue }: FooterProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const languageId = useId();
  const chosen = useMemo(() => items.filter(({ position }) => picked.has(position)), [items, picked]);
  const seconds = chosen.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0);
  const isExact = chosen.every(({ durationSeconds }) => durationSeconds !== null);
  const tooMany = picked.size > itemsPerQueue;
  const duration = format.duration(seconds);
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="min-w-0 grow text-sm tabular-nums">
        {tooMany ? (
          <span className="text-danger">
            {t(($) => $.listings.tooMany, { limit: itemsPerQueue, number: format.number(picked.size) })}
          </span>
        ) : (
          <>
            {t(($) => $.listings.picked, { count: picked.size })}
            {seconds > 0 ? (
              <span className="text-soft">
                {' · '}
                {isExact ? t(($) => $.listings.length, { duration }) : t(($) => $.listings.lengthAtLeast, { duration })}
              </span>
            ) : null}
          </>
        )}
      </p>
      <label htmlFor={languageId} className="text-sm text-soft">
        {t(($) => $.listings.language)}
      </label>
      <select
        id={languageId}
        value={language}
        onChange={(event) => onLanguage(noteLanguages.find((one) => one === event.target.value) ?? language)}
        className="h-10 rounded-md border border-line-strong bg-surface px-2 text-sm"
      >
        {noteLanguages.map((one) => (
          <option key={one} value={one} lang={one}>
            {languages[one].nativeName}
          </option>
        ))}
      </select>
      {tooMany ? (
        <Button className="max-sm:w-full" onClick={() => onPick(firstOf(picked, itemsPerQueue))}>
          {t(($) => $.listings.keepFirst, { limit: itemsPerQueue })}
        </Button>
      ) : (
        <Button variant="primary" className="max-sm:w-full" disabled={picked.size === 0} loading={queueing} onClick={onQueue}>
          {picked.size === 0 ? t(($) => $.listings.queueNone) : t(($) => $.listings.queue, { count: picked.size })}
        </Button>
      )}
    </div>
  );
}
