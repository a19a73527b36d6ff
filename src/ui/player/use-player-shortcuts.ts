import { useEffect } from 'react';
import { usePlayerStore } from '#ui/player/player-context.tsx';
import { focusKind, type PlayerCommand, playerCommand } from '#ui/player/player-shortcuts.ts';
import type { PlayerStore } from '#ui/player/player-store.ts';
import { stepRate } from '#ui/player/rates.ts';

/** Space or k play and pause, arrows 5 s, j and l 10 s, < and > speed, m mute, p picture in picture. */
export function usePlayerShortcuts(enabled: boolean): void {
  const store = usePlayerStore();
  useEffect(() => {
    if (!enabled) return;
    function handleKeyDown(event: KeyboardEvent): void {
      if (!store.state.getState().available) return;
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
      obey(store, command);
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [store, enabled]);
}

function obey(store: PlayerStore, command: PlayerCommand): void {
  if (command.type === 'toggle') store.toggle();
  else if (command.type === 'seekBy') store.seekBy(command.ms);
  else if (command.type === 'rate') store.setRate(stepRate(store.state.getState().rate, command.by));
  else if (command.type === 'mute') store.toggleMuted();
  else store.togglePicture();
}
