type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>;

/**
 * Does this press of a key belong to an input method, which chooses and drops words with Enter, Escape and the arrows?
 * Safari ends a composition before it tells of the key that ended it; only the old code 229 gives that away.
 */
export function isComposing(event: Key | { nativeEvent: Key }): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event;
  return key.isComposing || key.keyCode === 229;
}

/** For windows that close on Escape. */
export function keepOpenWhileComposing(event: KeyboardEvent): void {
  if (isComposing(event)) event.preventDefault();
}
