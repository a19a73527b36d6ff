import { useEffect, useRef } from 'react';

/**
 * Gives the focus back to what opened a line's editor (`[data-edit-line]` in the line), once the editor is gone and took
 * the focus along; a line that has been scrolled away leaves it to the list. `row`: the line in the editor, -1 without one.
 */
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
