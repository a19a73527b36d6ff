import { useTranslation } from 'react-i18next';
import { type ExportFormat, exportFormats } from '#engine/export/shared/export-formats.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { fileNameOf } from '#lib/file-name.ts';
import { saveBlob } from '#ui/browser/save-blob.ts';
import { DropdownMenuItem } from '#ui/overlays/dropdown-menu.tsx';
import { exportPath } from '../shared/export-path.ts';
import { NoteAppItems } from './note-app-items.tsx';

const formats = Object.keys(exportFormats) as ExportFormat[];

export function ExportItems({ contentId, title }: { contentId: string; title: string }) {
  const { t } = useTranslation();
  const failed = useFailureToast();

  async function save(format: ExportFormat): Promise<void> {
    try {
      const response = await fetch(exportPath(contentId, format));
      if (!response.ok) throw await problemOf(response);
      saveBlob(fileNameOf(title, exportFormats[format].extension), await response.blob());
    } catch (error) {
      failed(
        t(($) => $.exports.exportFailed),
        error,
      );
    }
  }

  return (
    <>
      {formats.map((format) => (
        <DropdownMenuItem key={format} onSelect={() => void save(format)}>
          {t(($) => $.exports.downloadNote, { format: exportFormats[format].name })}
        </DropdownMenuItem>
      ))}
      <NoteAppItems contentId={contentId} />
    </>
  );
}

/** A response without this server's JSON counts as an unreachable server. */
async function problemOf(response: Response): Promise<unknown> {
  try {
    const body = (await response.json()) as { error?: unknown };
    return body.error ?? { data: null };
  } catch {
    return { data: null };
  }
}
