import { useEffect, useRef } from 'react';

/** Returns the focus to a line's edit button when its editor closes. `row`: the edited line, -1 without one. */
export function useFocusAfterEditing(list: HTMLElement | null, row: number): void {
  const before = useRef(-1);
  useEffect(() => {
    const left = before.current;
    before.current = row;
    if (row >= 0 || left < 0 || !list || document.activeElement !== document.body) return;
    const button = list.querySelector<HTMLElement>(`[data-index="${left}"] [data-edit-line]`);
    (button ?? list).focus({ preventScroll: true });
  }, [list, row]);
}
