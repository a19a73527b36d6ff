/** Where the focus belongs in a list that opens: its first field; by touch, only one that opens no keyboard. */
export function firstField(root: HTMLElement): HTMLElement | null {
  const touch = window.matchMedia('(pointer: coarse)').matches;
  return root.querySelector<HTMLElement>(touch ? 'input[type=checkbox]' : 'input');
}
