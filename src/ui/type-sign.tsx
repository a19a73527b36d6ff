import { clsx } from 'clsx';
import { AudioLines, Clapperboard, FileText, Globe } from 'lucide-react';
import type { ContentType } from '#lib/content-type.ts';

const signs = { longVideo: Clapperboard, shortVideo: Clapperboard, audio: AudioLines, online: Globe, local: FileText } as const;

/** An icon in place of a missing cover, so that all titles of a list are aligned. */
export function TypeSign({ type, className }: { type: ContentType; className?: string }) {
  const Sign = signs[type];
  return (
    <div aria-hidden className={clsx('grid aspect-video shrink-0 place-items-center rounded-md bg-sunken text-faint', className)}>
      <Sign className="size-5" />
    </div>
  );
}
