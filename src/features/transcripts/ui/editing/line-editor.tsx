import { Combine, SplitSquareHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/time.ts';
import { isComposing } from '#ui/browser/is-composing.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { usePlayer } from '#ui/player/player-context.tsx';
import { TimeChip } from '#ui/time-chip.tsx';
import type { LineDraft } from './line-draft.ts';
import type { ScriptEditing } from './use-script-editing.ts';

type LineEditorProps = {
  draft: LineDraft;
  editing: ScriptEditing;
  startMs: number;
  speaker: string;
  speakers: readonly string[];
  hasNext: boolean;
};

export function LineEditor({ draft, editing, startMs, speaker, speakers, hasNext }: LineEditorProps) {
  const { t } = useTranslation();
  const player = usePlayer();
  const field = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState(0);
  const id = useId();
  const time = formatClock(startMs);

  const { restored } = editing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the line was opened with counts
  useEffect(() => {
    const element = field.current;
    // A restored draft does not take the focus.
    if (!element || restored) return;
    element.focus({ preventScroll: true });
    element.setSelectionRange(element.value.length, element.value.length);
  }, []);
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = draft.text === '' ? '' : `${element.scrollHeight + 2}px`;
  }, [draft.text]);

  function handleKeyDown(event: KeyboardEvent): void {
    // Page shortcuts do not apply here.
    event.stopPropagation();
    if (isComposing(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      editing.save();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      editing.close();
    }
  }

  const before = draft.text.slice(0, cursor).trim();
  const splits = before !== '' && draft.text.slice(cursor).trim() !== '';
  const renames = speaker !== '' && draft.speaker.trim() !== '' && draft.speaker.trim() !== speaker;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a list of lines would draw a frame and a legend
    <div role="group" aria-label={t(($) => $.transcripts.edit.line, { time })} className="space-y-2 bg-sunken px-3 py-3">
      <div className="flex items-baseline gap-2">
        <TimeChip startMs={startMs} label={t(($) => $.transcripts.play, { time })} onClick={() => player.seek(startMs)} />
        <textarea
          ref={field}
          value={draft.text}
          rows={1}
          maxLength={4000}
          // Text typed during a save would be lost.
          readOnly={editing.busy}
          aria-label={t(($) => $.transcripts.edit.text)}
          onChange={(event) => {
            editing.change({ ...draft, text: event.target.value });
            setCursor(event.target.selectionStart);
          }}
          onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
          onKeyDown={handleKeyDown}
          className="min-h-10 w-full min-w-0 resize-none rounded-md border border-line-strong bg-surface px-3 py-1.5 text-base leading-6 focus-visible:border-focus focus-visible:outline-offset-0 md:text-[15px]"
        />
      </div>
      {restored ? <p className="text-sm text-soft">{t(($) => $.transcripts.edit.restored)}</p> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Input
          value={draft.speaker}
          maxLength={80}
          readOnly={editing.busy}
          list={`${id}speakers`}
          aria-label={t(($) => $.transcripts.edit.speaker)}
          placeholder={t(($) => $.transcripts.edit.speaker)}
          onChange={(event) => editing.change({ ...draft, speaker: event.target.value })}
          onKeyDown={handleKeyDown}
          className="h-8! max-w-44 max-md:h-10! max-md:max-w-none"
        />
        <datalist id={`${id}speakers`}>
          {speakers.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {renames ? (
          <label className="flex min-h-8 items-center gap-1.5 text-sm text-soft">
            <input
              type="checkbox"
              checked={draft.everywhere}
              onChange={(event) => editing.change({ ...draft, everywhere: event.target.checked })}
              className="size-4 accent-accent"
            />
            {t(($) => $.transcripts.edit.everywhere, { name: speaker })}
          </label>
        ) : null}
        <Button size="sm" variant="ghost" disabled={!splits || editing.busy} onClick={() => editing.split(cursor)}>
          <SplitSquareHorizontal aria-hidden className="size-4" />
          {t(($) => $.transcripts.edit.split)}
        </Button>
        <Button size="sm" variant="ghost" disabled={!hasNext || editing.busy} onClick={editing.merge}>
          <Combine aria-hidden className="size-4" />
          {t(($) => $.transcripts.edit.merge)}
        </Button>
        <span className="ml-auto flex gap-2">
          <Button size="sm" variant="ghost" onClick={editing.close}>
            {t(($) => $.transcripts.edit.cancel)}
          </Button>
          <Button size="sm" variant="primary" loading={editing.busy} disabled={draft.text.trim() === ''} onClick={editing.save}>
            {t(($) => $.transcripts.edit.save)}
          </Button>
        </span>
      </div>
    </div>
  );
}
