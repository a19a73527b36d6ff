import { useTranslation } from 'react-i18next';
import { modKeyLabel } from '#ui/browser/use-shortcut.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Kbd } from '#ui/surfaces.tsx';
import { startTour } from '#web/shell/tour/tour-state.ts';

type ShortcutsDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  const { t } = useTranslation();
  const mod = modKeyLabel();
  const rows = [
    { keys: [mod, 'B'], text: t(($) => $.shell.shortcuts.toggleSidebar) },
    { keys: [mod, 'K'], text: t(($) => $.shell.shortcuts.search) },
    { keys: [mod, 'J'], text: t(($) => $.shell.shortcuts.newSummary) },
    { keys: [mod, 'V'], text: t(($) => $.shell.shortcuts.paste) },
    { keys: ['Enter'], text: t(($) => $.shell.shortcuts.submit) },
    { keys: ['Shift', 'Enter'], text: t(($) => $.shell.shortcuts.newLine) },
    { keys: ['Space'], text: t(($) => $.shell.shortcuts.drag) },
    { keys: ['K'], text: t(($) => $.shell.shortcuts.play) },
    { keys: ['J', 'L'], text: t(($) => $.shell.shortcuts.tenSeconds) },
    { keys: ['←', '→'], text: t(($) => $.shell.shortcuts.fiveSeconds) },
    { keys: ['<', '>'], text: t(($) => $.shell.shortcuts.speed) },
    { keys: ['M'], text: t(($) => $.shell.shortcuts.mute) },
    { keys: ['P'], text: t(($) => $.shell.shortcuts.picture) },
    { keys: ['H'], text: t(($) => $.shell.shortcuts.mark) },
    { keys: ['?'], text: t(($) => $.shell.shortcuts.showShortcuts) },
  ];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(($) => $.shell.shortcuts.title)}
      description={t(($) => $.shell.shortcuts.description)}
      footer={
        <Button
          onClick={() => {
            onOpenChange(false);
            startTour();
          }}
        >
          {t(($) => $.shell.shortcuts.tour)}
        </Button>
      }
    >
      <dl className="divide-y divide-line">
        {rows.map((row) => (
          <div key={row.text} className="flex items-center justify-between gap-4 py-2">
            <dt className="text-sm">{row.text}</dt>
            <dd className="flex shrink-0 gap-1">
              {row.keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
