import { clsx } from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { usePlayer, usePlayerState } from '#ui/player/player-context.tsx';
import { MiniBar, ShrinkButton } from './mini-bar.tsx';

type PlayerFrameProps = {
  shown: boolean;
  phone: boolean;
  /** A site's own player, which is too small in one line once it plays. */
  framed: boolean;
  title: string;
  durationMs: number;
  notice: string | null;
  children: (mini: boolean) => ReactNode;
};

/** Keeps the player in one place of the tree, so that no change of pane, width or size remounts it. */
export function PlayerFrame({ shown, phone, framed, title, durationMs, notice, children }: PlayerFrameProps) {
  const player = usePlayer();
  const failed = usePlayerState((state) => state.failed);
  const started = usePlayerState((state) => state.playing || state.timeMs > 0 || state.inFrame);
  const [size, setSize] = useState<'usual' | 'mini' | 'large'>('usual');
  // Rendered when it is first shown, and from then on until the page is left.
  const [needed, setNeeded] = useState(shown);
  if (shown && !needed) setNeeded(true);
  const mini = phone && !failed && (size === 'usual' ? !(framed && started) : size === 'mini');

  useEffect(() => {
    // A player that is still loading too: it would start while it is hidden.
    if (!shown) player.pause();
  }, [shown, player]);

  if (!needed) return null;
  return (
    <div
      hidden={!shown}
      data-player
      data-player-open={(shown && !mini) || undefined}
      data-mini={mini || undefined}
      data-bottom-bar={mini || undefined}
      className={clsx(
        'z-20 bg-paper',
        mini
          ? 'fixed inset-x-0 bottom-[calc(3.25rem+env(safe-area-inset-bottom)+1px)] z-30 not-[[hidden]]:flex h-14 items-center gap-1 border-t border-line px-2 group-has-[.cm-editor]/words:hidden'
          : 'sticky top-(--top) -mx-4 border-b border-line max-md:group-has-[.cm-editor]/words:static md:-mx-6 beside:static beside:mx-0 beside:shrink-0 beside:border-0 beside:pt-4',
      )}
    >
      <div className={mini ? 'w-24 shrink-0 overflow-hidden rounded-md has-[section]:hidden' : undefined}>{children(mini)}</div>
      {mini ? (
        <MiniBar title={title} durationMs={durationMs} notice={notice} onExpand={() => setSize('large')} />
      ) : phone ? (
        <ShrinkButton onShrink={() => setSize('mini')} />
      ) : null}
    </div>
  );
}
