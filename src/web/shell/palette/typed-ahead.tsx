import { useEffect } from 'react';
import { isComposing } from '#ui/browser/is-composing.ts';
import { showPalette, typeAhead } from './palette-state.ts';

/** Replaces the palette while it loads: keys go into its field, and not to the page behind it. */
export function TypedAhead() {
  useEffect(() => {
    function take(event: KeyboardEvent): void {
      if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') showPalette(false);
      else if (event.key === 'Backspace') typeAhead((keyword) => keyword.slice(0, -1));
      else if (event.key.length === 1) typeAhead((keyword) => keyword + event.key);
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
    document.addEventListener('keydown', take, true);
    return () => document.removeEventListener('keydown', take, true);
  }, []);
  return null;
}
