import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LinkTarget } from '#engine/sites/shared/link-to-place.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { fileNameOf } from '#lib/file-name.ts';
import type { MindMapNode } from '#lib/notes/mindmap.ts';
import { saveBlob } from '#ui/browser/save-blob.ts';
import { Button } from '#ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#ui/overlays/dropdown-menu.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { mindMapPng, themeOf } from './export-png.ts';
import type { MindMapLayout } from './layout.ts';
import { mapFile } from './map-files.ts';
import { mapPicture } from './map-picture.ts';

type MapExportsProps = {
  title: string;
  /** Text files contain the whole tree, pictures what is unfolded. */
  root: MindMapNode;
  /** The layout for a picture, with whole texts. */
  layoutOf: () => MindMapLayout;
  svg: { current: SVGSVGElement | null };
  target: LinkTarget;
};

const formats = ['png', 'svg', 'md', 'opml', 'xmind'] as const;
type Format = (typeof formats)[number];

export function MapExports({ title, root, layoutOf, svg, target }: MapExportsProps) {
  const { t } = useTranslation();
  const failed = useFailureToast();
  const [busy, setBusy] = useState(false);

  async function write(format: Format): Promise<Blob> {
    const theme = themeOf(svg.current ?? document.body);
    switch (format) {
      case 'png': {
        const { blob, scale } = await mindMapPng(layoutOf(), theme);
        if (scale < 2.9) showToast({ message: t(($) => $.mindMaps.pngSmaller, { scale: scale.toFixed(1) }) });
        else showToast({ tone: 'success', message: t(($) => $.mindMaps.pngDone) });
        return blob;
      }
      case 'svg':
        return new Blob([mapPicture(layoutOf(), theme)], { type: 'image/svg+xml' });
      default:
        return mapFile(format, { title, root, target });
    }
  }

  async function save(format: Format): Promise<void> {
    setBusy(true);
    try {
      saveBlob(fileNameOf(title, format), await write(format));
    } catch (error) {
      failed(
        t(($) => $.mindMaps.exportFailed),
        error,
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost" loading={busy}>
          {busy ? null : <Download aria-hidden className="size-4" />}
          <span className="max-md:sr-only">{t(($) => $.mindMaps.export)}</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {formats.map((format) => (
          <DropdownMenuItem key={format} onSelect={() => void save(format)}>
            {t(($) => $.mindMaps.formats[format])}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
