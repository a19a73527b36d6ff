import { usePlayerState, usePlayerStore } from '#ui/player/player-context.tsx';
import { nextRate } from '#ui/player/rates.ts';

export function RateButton({ label }: { label: string }) {
  const store = usePlayerStore();
  const rate = usePlayerState((state) => state.rate);
  return (
    <button
      type="button"
      aria-label={`${label}: ${rate}×`}
      title={`${label} (< >)`}
      onClick={() => store.setRate(nextRate(rate))}
      className="h-8 max-md:h-10 min-w-11 shrink-0 rounded-md px-1.5 text-xs font-medium text-soft tabular-nums transition-colors hover:bg-hover hover:text-ink"
    >
      {rate}×
    </button>
  );
}
