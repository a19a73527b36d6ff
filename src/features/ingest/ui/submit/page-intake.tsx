import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTyping } from '#ui/browser/use-shortcut.ts';
import { isMeantAsText } from './pasted-text.ts';

type PageIntakeProps = { onFiles: (files: File[]) => void; onText: (text: string) => void };

export function PageIntake({ onFiles, onText }: PageIntakeProps) {
  const { t } = useTranslation();
  const [hovering, setHovering] = useState(false);
  const takeFiles = useEffectEvent(onFiles);
  const takeText = useEffectEvent(onText);

  useEffect(() => {
    // Entering a child fires "leave" for its parent, so they are counted.
    let depth = 0;
    const wanted = (event: DragEvent) => {
      const types = event.dataTransfer?.types ?? [];
      return types.includes('Files') || types.includes('text/uri-list');
    };
    function take(transfer: DataTransfer | null): boolean {
      const files = [...(transfer?.files ?? [])];
      const text = transfer?.getData('text/uri-list') || transfer?.getData('text/plain') || '';
      if (files.length > 0) takeFiles(files);
      else if (text.trim() !== '') takeText(text);
      else return false;
      return true;
    }
    function handleEnter(event: DragEvent) {
      if (!wanted(event)) return;
      depth++;
      setHovering(true);
    }
    function handleLeave(event: DragEvent) {
      if (!wanted(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setHovering(false);
    }
    function handleOver(event: DragEvent) {
      if (wanted(event)) event.preventDefault();
    }
    function handleDrop(event: DragEvent) {
      depth = 0;
      setHovering(false);
      if (wanted(event) && take(event.dataTransfer)) event.preventDefault();
    }
    function handlePaste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])].map(({ name }) => name);
      if (isTyping(event.target) && isMeantAsText(event.clipboardData?.getData('text/plain') ?? '', files)) return;
      if (take(event.clipboardData)) event.preventDefault();
    }
    document.addEventListener('dragenter', handleEnter);
    document.addEventListener('dragleave', handleLeave);
    document.addEventListener('dragover', handleOver);
    document.addEventListener('drop', handleDrop);
    document.addEventListener('paste', handlePaste);
    return () => {
      document.removeEventListener('dragenter', handleEnter);
      document.removeEventListener('dragleave', handleLeave);
      document.removeEventListener('dragover', handleOver);
      document.removeEventListener('drop', handleDrop);
      document.removeEventListener('paste', handlePaste);
    };
  }, []);

  if (!hovering) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 flex animate-fade-in items-center justify-center bg-scrim p-4">
      <p className="rounded-lg border-2 border-dashed border-accent bg-surface px-8 py-6 text-lg font-medium shadow-overlay">
        {t(($) => $.ingest.dropHere)}
      </p>
    </div>
  );
}
