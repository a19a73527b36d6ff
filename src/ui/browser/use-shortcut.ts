import { useEffect, useEffectEvent } from 'react';
import { isComposing } from '#ui/browser/is-composing.ts';

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('[role="dialog"]') !== null)
  );
}

type Shortcut = {
  key: string;
  mod?: boolean;
};

/** Listens on the page. Single keys are ignored while typing or in a dialog. */
export function useShortcut({ key, mod = false }: Shortcut, onPress: () => void): void {
  const handlePress = useEffectEvent(onPress);
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || isComposing(event) || event.altKey) return;
      if (event.key.toLowerCase() !== key || hasModKey(event) !== mod) return;
      if (mod ? event.shiftKey : isTyping(event.target)) return;
      event.preventDefault();
      handlePress();
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [key, mod]);
}

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

/** On systems of Apple, Control with a letter edits text. */
export function hasModKey({ ctrlKey, metaKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>): boolean {
  return metaKey || (ctrlKey && !isApple());
}

export function modKeyLabel(): string {
  return isApple() ? '⌘' : 'Ctrl';
}
