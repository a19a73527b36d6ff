import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { keepShares, type PaneShares, setShare, shareLimits, usualShares, withinLimits } from './study-state.ts';

type PaneSeparatorProps = {
  pane: keyof PaneShares;
  share: number;
  /** The id of the pane whose width it sets. */
  controls: string;
  label: string;
};

const stepPercent = 2;

/** Between two panes: dragged by the pointer, moved by arrow keys, reset by a double click. */
export function PaneSeparator({ pane, share, controls, label }: PaneSeparatorProps) {
  const moving = useRef(false);
  const [least, most] = shareLimits[pane];
  // The side pane grows to the left.
  const towards = pane === 'side' ? -1 : 1;

  function shareAt({ clientX, currentTarget }: PointerEvent<HTMLElement>): number {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    const style = currentTarget.parentElement ? getComputedStyle(currentTarget.parentElement) : null;
    if (!box || !style) return share;
    const [start, end] = [box.left + Number.parseFloat(style.paddingLeft), box.right - Number.parseFloat(style.paddingRight)];
    const half = currentTarget.offsetWidth / 2;
    const px = pane === 'side' ? end - clientX - half : clientX - half - start;
    return (px / (end - start)) * 100;
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const next =
      event.key === 'ArrowLeft'
        ? share - stepPercent * towards
        : event.key === 'ArrowRight'
          ? share + stepPercent * towards
          : event.key === 'Home'
            ? least
            : event.key === 'End'
              ? most
              : null;
    if (next === null) return;
    event.preventDefault();
    setShare(pane, next);
    keepShares();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      tabIndex={0}
      data-own-keys
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={withinLimits(pane, share)}
      title={label}
      className="group/separator sticky top-(--top) z-10 flex h-[calc(100dvh-var(--top))] cursor-col-resize touch-none justify-center self-start outline-none"
      onKeyDown={handleKeyDown}
      onDoubleClick={() => {
        setShare(pane, usualShares[pane]);
        keepShares();
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        moving.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (moving.current) setShare(pane, shareAt(event));
      }}
      onLostPointerCapture={() => {
        moving.current = false;
        keepShares();
      }}
    >
      <span
        aria-hidden
        className="w-px bg-line transition-colors group-hover/separator:w-0.5 group-hover/separator:bg-line-strong group-focus-visible/separator:w-1 group-focus-visible/separator:bg-focus"
      />
    </div>
  );
}
