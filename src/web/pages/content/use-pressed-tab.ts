import { useRef, useState } from 'react';

/**
 * The tab that a press chose, at once, and what to call on a press. The panel follows after the next frame: that of a talk of hours
 * takes longer to draw than a press may go without an answer.
 */
export function usePressedTab(tab: string, onTab: (tab: string) => void): [pressed: string, press: (tab: string) => void] {
  const [pressed, setPressed] = useState({ from: tab, to: tab });
  const frame = useRef(0);
  function press(next: string): void {
    setPressed({ from: tab, to: next });
    // A mouse presses twice: it focuses the tab, too.
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => setTimeout(() => onTab(next)));
  }
  return [pressed.from === tab ? pressed.to : tab, press];
}
