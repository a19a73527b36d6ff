type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>;

/** Safari ends the composition before the key event; only key code 229 tells. */
export function isComposing(event: Key | { nativeEvent: Key }): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event;
  return key.isComposing || key.keyCode === 229;
}

export function keepOpenWhileComposing(event: KeyboardEvent): void {
  if (isComposing(event)) event.preventDefault();
}
