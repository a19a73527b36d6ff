import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

export type EarlyText = { text: string };

/** Takes the focus and collects typed text in `early` while the editor loads, so that no key reaches the player. */
export function EditorWaiting({ early, onClose }: { early: EarlyText; onClose: () => void }) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <textarea
      ref={field}
      aria-label={t(($) => $.notes.edit.opening)}
      defaultValue={early.text}
      placeholder={t(($) => $.notes.edit.opening)}
      onChange={(event) => {
        early.text = event.target.value;
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      className="block min-h-96 w-full resize-none rounded-lg border border-line bg-surface px-4 pt-14 pb-3 leading-[1.8] placeholder:text-faint focus-visible:outline-none"
    />
  );
}
