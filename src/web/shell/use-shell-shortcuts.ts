import { useShortcut } from '#ui/browser/use-shortcut.ts';
import { useNewSummary } from './new-summary.ts';

type ShellShortcuts = { showShortcuts: () => void; togglePalette: () => void; toggleSidebar: () => void };

/** The keys that work on every page; `shortcuts-dialog.tsx` lists them. */
export function useShellShortcuts({ showShortcuts, togglePalette, toggleSidebar }: ShellShortcuts): void {
  useShortcut({ key: '?' }, showShortcuts);
  useShortcut({ key: 'b', mod: true }, toggleSidebar);
  useShortcut({ key: 'k', mod: true }, togglePalette);
  useShortcut({ key: 'j', mod: true }, useNewSummary());
}
