import { useEffect } from 'react';
import { usePlayerStore } from '#ui/player/player-context.tsx';
import { focusKind, playerCommand } from '#ui/player/player-shortcuts.ts';

/** Space or k plays and pauses, the arrows move by 5 s, j and l by 10 s, while the page has something to play. */
export function usePlayerShortcuts(): void {
  const store = usePlayerStore();
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      if (!store.snapshot().available) return;
      const command = playerCommand({
        key: event.key,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        altKey: event.altKey,
        shiftKey: event.shiftKey,
        defaultPrevented: event.defaultPrevented,
        focus: focusKind(event.target),
      });
      if (!command) return;
      event.preventDefault();
      if (command.type === 'toggle') store.toggle();
      else store.seekBy(command.ms);
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [store]);
}
