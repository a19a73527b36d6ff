export type PlayerCommand =
  | { type: 'toggle' }
  | { type: 'seekBy'; ms: number }
  | { type: 'rate'; by: 1 | -1 }
  | { type: 'mute' }
  | { type: 'picture' };

export type KeyPress = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  defaultPrevented: boolean;
  focus: 'field' | 'control' | 'free';
};

/** Letters work outside text fields; space and arrows also outside other controls. */
export function playerCommand(press: KeyPress): PlayerCommand | null {
  if (press.defaultPrevented || press.focus === 'field') return null;
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  // The place of these two keys, and whether they need Shift, depends on the keyboard layout.
  if (press.key === '>') return { type: 'rate', by: 1 };
  if (press.key === '<') return { type: 'rate', by: -1 };
  if (press.shiftKey) return null;
  switch (press.key) {
    case 'k':
      return { type: 'toggle' };
    case 'j':
      return { type: 'seekBy', ms: -10_000 };
    case 'l':
      return { type: 'seekBy', ms: 10_000 };
    case 'm':
      return { type: 'mute' };
    case 'p':
      return { type: 'picture' };
    default:
  }
  if (press.focus !== 'free') return null;
  switch (press.key) {
    case ' ':
      return { type: 'toggle' };
    case 'ArrowLeft':
      return { type: 'seekBy', ms: -5_000 };
    case 'ArrowRight':
      return { type: 'seekBy', ms: 5_000 };
    default:
      return null;
  }
}

const fields =
  'input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]:not([contenteditable=false])';
const controls =
  'a[href], button, input, summary, video, audio, iframe, [role=tab], [role=tree], [role=menu], [role=listbox], [role=slider], [role=dialog], [role=alertdialog], [role=radiogroup], [data-own-keys]';

export function focusKind(target: EventTarget | null): KeyPress['focus'] {
  if (!(target instanceof Element)) return 'free';
  if (target.closest(fields)) return 'field';
  return target.closest(controls) ? 'control' : 'free';
}
