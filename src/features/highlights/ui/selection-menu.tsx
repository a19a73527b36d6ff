import { Copy, MessageSquareText } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { bottomBarsPx } from '#ui/browser/bottom-bars.ts';
import { useShortcut } from '#ui/browser/use-shortcut.ts';
import { IconButton } from '#ui/button.tsx';
import { type HighlightColour, highlightColours } from '../shared/highlight-kinds.ts';
import { ColourDot } from './colour-picker.tsx';
import type { MarkLayer } from './mark-layer.ts';
import type { Selected } from './selected-text.ts';

type SelectionMenuProps = {
  layer: MarkLayer;
  onMark: (selected: Selected, colour: HighlightColour, rect: DOMRect) => void;
  onComment: (selected: Selected, rect: DOMRect) => void;
  onCopy: (selected: Selected) => void;
};

/** On touch screens, both ends are dragged, one after the other. */
const settleMs = 250;

/** Beside the selection, for mouse, touch and keys (`h` focuses it, Escape closes it). */
export function SelectionMenu({ layer, onMark, onComment, onCopy }: SelectionMenuProps) {
  const { t } = useTranslation();
  const [selected, setSelected] = useSettledSelection(layer);
  const bar = useRef<HTMLDivElement>(null);
  const place = usePlaceBeside(selected, bar);
  useShortcut({ key: 'h' }, () => bar.current?.querySelector('button')?.focus());
  if (selected === null) return null;

  function done(act: (selected: Selected, rect: DOMRect) => void): void {
    // The current selection, which may have grown since the bar was drawn.
    const current = layer.selected() ?? selected;
    if (current === null) return;
    const rect = current.rect();
    setSelected(null);
    document.getSelection()?.removeAllRanges();
    act(current, rect);
  }

  function handleKeyDown(event: React.KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation();
      setSelected(null);
      return;
    }
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    buttons.at((at + step) % buttons.length)?.focus();
  }

  return createPortal(
    <div
      ref={bar}
      role="toolbar"
      aria-label={t(($) => $.highlights.toolbar)}
      aria-keyshortcuts="h"
      data-own-keys
      // Pressing a button must not clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={handleKeyDown}
      style={place}
      className="fixed z-40 flex animate-fade-in items-center gap-0.5 rounded-lg border border-line bg-surface p-1 shadow-overlay select-none max-sm:inset-x-0 max-sm:bottom-[calc(0.75rem+env(safe-area-inset-bottom))] max-sm:mx-auto max-sm:w-fit"
    >
      {selected.tooLong ? (
        <p className="max-w-64 px-2 py-1 text-sm text-soft">{t(($) => $.highlights.tooLong)}</p>
      ) : (
        <>
          {highlightColours.map((colour) => (
            <IconButton
              key={colour}
              label={t(($) => $.highlights.markWith[colour])}
              onClick={() => done((what, rect) => onMark(what, colour, rect))}
            >
              <ColourDot colour={colour} />
            </IconButton>
          ))}
          <span aria-hidden className="mx-1 h-6 w-px bg-line" />
          <IconButton label={t(($) => $.highlights.addComment)} onClick={() => done(onComment)}>
            <MessageSquareText aria-hidden />
          </IconButton>
        </>
      )}
      <IconButton label={t(($) => $.highlights.copySelected)} onClick={() => done(onCopy)}>
        <Copy aria-hidden />
      </IconButton>
    </div>,
    document.getElementById('main') ?? document.body,
  );
}

function useSettledSelection(layer: MarkLayer) {
  const [selected, setSelected] = useState<Selected | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pressed = false;
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!pressed) setSelected(layer.selected());
      }, settleMs);
    };
    const down = (event: PointerEvent) => {
      pressed = event.pointerType === 'mouse';
    };
    const up = () => {
      pressed = false;
      settle();
    };
    document.addEventListener('selectionchange', settle);
    document.addEventListener('pointerdown', down, true);
    document.addEventListener('pointerup', up, true);
    document.addEventListener('pointercancel', up, true);
    // Words may have been selected before this was loaded.
    settle();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', settle);
      document.removeEventListener('pointerdown', down, true);
      document.removeEventListener('pointerup', up, true);
      document.removeEventListener('pointercancel', up, true);
    };
  }, [layer]);
  return [selected, setSelected] as const;
}

/** Above the words, or below them when there is no room; on phones, above the bars at the bottom. */
function usePlaceBeside(selected: Selected | null, bar: React.RefObject<HTMLDivElement | null>): React.CSSProperties {
  const [place, setPlace] = useState<React.CSSProperties>({ visibility: 'hidden' });
  const update = useCallback(() => {
    if (!selected || !bar.current) return;
    if (window.matchMedia('(width < 640px)').matches) {
      const bars = bottomBarsPx();
      setPlace(bars === 0 ? {} : { bottom: bars + 8 });
      return;
    }
    const rect = selected.rect();
    const { offsetWidth: width, offsetHeight: height } = bar.current;
    const above = rect.top - height - 8;
    const top = above > 64 ? above : Math.min(rect.bottom + 8, window.innerHeight - height - 8);
    const left = Math.min(Math.max(8, rect.left + rect.width / 2 - width / 2), window.innerWidth - width - 8);
    setPlace({ top, left });
  }, [selected, bar]);
  useLayoutEffect(update, [update]);
  useEffect(() => {
    window.addEventListener('scroll', update, { capture: true, passive: true });
    window.addEventListener('resize', update);
    return () => {
      window.removeEventListener('scroll', update, { capture: true });
      window.removeEventListener('resize', update);
    };
  }, [update]);
  return place;
}
