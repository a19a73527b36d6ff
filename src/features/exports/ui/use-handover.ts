import { useTranslation } from 'react-i18next';
import { useUiLabels } from '#ui/labels.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { handoverTo, type NoteApp, type Takeaway } from './note-apps.ts';

export function useHandover(): (app: NoteApp, take: Takeaway) => Promise<void> {
  const { t } = useTranslation();
  const labels = useUiLabels();
  const names = { obsidian: 'Obsidian', logseq: 'Logseq', mail: t(($) => $.exports.mailApp) };

  return async (name, take) => {
    const { href, clipboard } = handoverTo(
      name,
      take,
      t(($) => $.exports.pasteHere),
    );
    const app = names[name];
    if (clipboard === null) {
      openProgram(href);
      const description = t(($) => $.exports.handedOverHint, { app });
      showToast({ message: t(($) => $.exports.handedOver, { app }), description });
      return;
    }
    try {
      await navigator.clipboard.writeText(clipboard);
    } catch {
      // Without the clipboard, the program would receive nothing.
      showToast({ tone: 'error', message: labels.copyFailed });
      return;
    }
    openProgram(href);
    if (name === 'obsidian') {
      const description = t(($) => $.exports.obsidianCopiedHint);
      showToast({ message: t(($) => $.exports.obsidianCopied), description, durationMs: 8000 });
      return;
    }
    const description = t(($) => $.exports.copiedHint, { app });
    showToast({ message: t(($) => $.exports.copied, { app }), description, durationMs: 8000 });
  };
}

/** The page stays open, even if there is no such program. */
function openProgram(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.click();
}
