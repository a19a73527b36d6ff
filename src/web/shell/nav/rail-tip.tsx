import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useState } from 'react';

type Place = { top: number; left: number };

/** The label of an icon, for pointer and keyboard. The control has the same name itself, so it is not read out twice. */
export function RailTip({ label, children }: { label: string; children: ReactNode }) {
  const [place, setPlace] = useState<Place | null>(null);
  const hide = () => setPlace(null);
  function show({ currentTarget }: SyntheticEvent<HTMLElement>) {
    const { top, height, right } = currentTarget.getBoundingClientRect();
    setPlace({ top: top + height / 2, left: right + 8 });
  }
  function handleFocus(event: SyntheticEvent<HTMLElement>) {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event);
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') hide();
  }
  return (
    <li onPointerEnter={show} onPointerLeave={hide} onFocus={handleFocus} onBlur={hide} onKeyDown={handleKey}>
      {children}
      {place === null ? null : (
        <span
          aria-hidden
          data-rail-tip
          style={place}
          className="pointer-events-none fixed z-50 -translate-y-1/2 animate-fade-in rounded-md bg-ink px-2 py-1 text-xs whitespace-nowrap text-paper"
        >
          {label}
        </span>
      )}
    </li>
  );
}
