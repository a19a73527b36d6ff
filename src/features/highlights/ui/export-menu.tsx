import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ExportedHighlight, highlightsAsCsv, highlightsAsMarkdown } from '#engine/export/shared/highlight-export.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { fileNameOf } from '#lib/file-name.ts';
import { saveBlob } from '#ui/browser/save-blob.ts';
import { Button } from '#ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#ui/overlays/dropdown-menu.tsx';

const formats = {
  md: { mime: 'text/markdown', write: highlightsAsMarkdown },
  csv: { mime: 'text/csv', write: highlightsAsCsv },
} as const;

type ExportMenuProps = {
  name: string;
  read: () => Promise<ExportedHighlight[]>;
  className?: string;
};

export function ExportMenu({ name, read, className }: ExportMenuProps) {
  const { t } = useTranslation();
  const failed = useFailureToast();
  const [busy, setBusy] = useState(false);

  async function save(format: keyof typeof formats): Promise<void> {
    setBusy(true);
    try {
      const { mime, write } = formats[format];
      const text = write(await read(), window.location.origin);
      saveBlob(fileNameOf(name, format), new Blob([text], { type: `${mime};charset=utf-8` }));
    } catch (error) {
      failed(
        t(($) => $.highlights.exportFailed),
        error,
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" loading={busy} className={className}>
          {busy ? null : <Download aria-hidden className="size-4" />}
          {t(($) => $.highlights.export)}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => void save('md')}>{t(($) => $.highlights.exportMarkdown)}</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void save('csv')}>{t(($) => $.highlights.exportCsv)}</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
