import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '#ui/browser/is-composing.ts';
import { showToast } from '#ui/toast/toast.ts';
import { useMarks } from './use-marks.ts';

type TagEditorProps = { contentId: string /** As stored, the favourite included. */; tags: readonly string[] };

const chip = 'flex h-7 items-center rounded-md bg-sunken text-xs text-soft max-md:h-9';

export function TagEditor({ contentId, tags: stored }: TagEditorProps) {
  const { t } = useTranslation();
  const { tags, addTag, removeTag } = useMarks(contentId, stored);
  const [typed, setTyped] = useState<string | null>(null);
  const [told, setTold] = useState('');
  const list = useRef<HTMLUListElement>(null);

  function close(): void {
    setTyped(null);
    // The button is rendered again before the next paint.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-add]')?.focus({ preventScroll: true }));
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && typed !== null && typed.trim() !== '') {
      event.preventDefault();
      const { tag, added } = addTag(typed);
      if (tag === '') {
        showToast({ id: 'tag-empty', tone: 'info', message: t(($) => $.notes.marks.noTag) });
        return;
      }
      setTold(t(($) => (added ? $.notes.marks.added : $.notes.marks.already), { tag }));
      setTyped('');
    }
  }

  function handleRemove(tag: string, at: number): void {
    removeTag(tag);
    setTold(t(($) => $.notes.marks.removed, { tag }));
    // The focused button is gone: focus the tag that takes its place, or else the one before.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('button') ?? [];
      buttons[Math.min(at + 1, buttons.length - 1)]?.focus({ preventScroll: true });
    });
  }

  return (
    <>
      <ul
        ref={list}
        aria-label={t(($) => $.notes.tags)}
        // One line that scrolls sideways on phones and in narrow panes, so that the note begins on the first screen.
        className="flex min-w-0 list-none flex-wrap items-center gap-1.5 p-0 @max-xl/marks:fades-aside @max-xl/marks:flex-nowrap @max-xl/marks:overflow-x-auto @max-xl/marks:[scrollbar-width:none] @max-xl/marks:*:shrink-0"
      >
        <li className="flex">
          {typed === null ? (
            <button
              type="button"
              data-add
              className="flex h-7 items-center gap-1 rounded-md px-2 text-xs text-soft hover:bg-hover hover:text-ink max-md:h-9"
              onClick={() => setTyped('')}
            >
              <Plus aria-hidden className="size-3.5" />
              {t(($) => $.notes.marks.add)}
            </button>
          ) : (
            <input
              // biome-ignore lint/a11y/noAutofocus: the button that was pressed becomes this field
              autoFocus
              value={typed}
              maxLength={60}
              aria-label={t(($) => $.notes.marks.newTag)}
              placeholder={t(($) => $.notes.marks.newTag)}
              enterKeyHint="done"
              className="h-7 w-36 rounded-md border border-line-strong bg-surface px-2 text-base text-ink focus-visible:border-focus focus-visible:outline-offset-0 max-md:h-9 md:text-xs"
              onChange={({ target }) => setTyped(target.value)}
              onKeyDown={handleKey}
              onBlur={() => {
                if (typed.trim() === '') setTyped(null);
              }}
            />
          )}
        </li>
        {tags.map((tag, at) => (
          <li key={tag} className={`${chip} max-w-56 pl-2`}>
            <span className="truncate" title={`#${tag}`}>
              #{tag}
            </span>
            <button
              type="button"
              aria-label={t(($) => $.notes.marks.remove, { tag })}
              title={t(($) => $.notes.marks.remove, { tag })}
              className="flex size-7 shrink-0 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink max-md:size-9"
              onClick={() => handleRemove(tag, at)}
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      <span role="status" className="sr-only">
        {told}
      </span>
    </>
  );
}
