import { ChevronDown, ChevronUp, Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/time.ts';
import { IconButton } from '#ui/button.tsx';
import { usePlayer, usePlayerState } from '#ui/player/player-context.tsx';

type MiniBarProps = {
  title: string;
  durationMs: number;
  /** Shown instead of the time until something is played. */
  notice: string | null;
  onExpand: () => void;
};

export function MiniBar({ title, durationMs, notice, onExpand }: MiniBarProps) {
  const { t } = useTranslation();
  const player = usePlayer();
  const playing = usePlayerState((state) => state.playing);
  // A player without commands is started and paused in its own frame.
  const obeys = usePlayerState((state) => state.tellsTime || !state.inFrame);
  const second = usePlayerState((state) => Math.floor(state.timeMs / 1000));
  const length = usePlayerState((state) => state.durationMs) || durationMs;
  return (
    <div className="flex min-w-0 grow items-center">
      {obeys ? (
        <IconButton
          size="sm"
          className="order-first"
          label={playing ? t(($) => $.content.player.pause) : t(($) => $.content.player.play)}
          onClick={() => player.toggle()}
        >
          {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
        </IconButton>
      ) : null}
      <div className="min-w-0 grow px-1">
        <p className="truncate text-sm">{title}</p>
        <p className="truncate text-xs text-soft tabular-nums">
          {second === 0 && notice ? notice : `${formatClock(second * 1000)} / ${formatClock(length)}`}
        </p>
      </div>
      <IconButton size="sm" label={t(($) => $.content.study.expandPlayer)} onClick={onExpand}>
        <ChevronUp aria-hidden />
      </IconButton>
      <div
        aria-hidden
        className="absolute inset-x-0 top-0 h-0.5 origin-left bg-accent"
        style={{ scale: `${length > 0 ? Math.min(1, (second * 1000) / length) : 0} 1` }}
      />
    </div>
  );
}

export function ShrinkButton({ onShrink }: { onShrink: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex justify-end bg-paper">
      <IconButton size="sm" label={t(($) => $.content.study.shrinkPlayer)} onClick={onShrink}>
        <ChevronDown aria-hidden />
      </IconButton>
    </div>
  );
}
