import { useRef, useState } from 'react';

/** The panel follows after the next frame: a talk of hours takes longer to render than a press may go without an answer. */
export function usePressedTab(tab: string, onTab: (tab: string) => void): [pressed: string, press: (tab: string) => void] {
  const [shown, setShown] = useState(tab);
  const [pressed, setPressed] = useState<string | null>(null);
  const frame = useRef(0);
  // A press counts until the page shows another tab, since the back button leads from the pressed tab to an earlier one.
  if (shown !== tab) {
    setShown(tab);
    setPressed(null);
  }
  function press(next: string): void {
    setPressed(next);
    // A mouse presses twice, as it focuses the tab too.
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => setTimeout(() => onTab(next)));
  }
  return [pressed ?? tab, press];
}
