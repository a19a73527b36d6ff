/** On touch screens, a field that opens no keyboard. */
export function firstField(root: HTMLElement): HTMLElement | null {
  const touch = window.matchMedia('(pointer: coarse)').matches;
  return root.querySelector<HTMLElement>(touch ? 'input[type=checkbox]' : 'input');
}
