import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';

type CoverProps = {
  src: string | null;
  badge?: ReactNode;
  className?: string;
  /** Shown where there is no picture; by default nothing is. */
  fallback?: ReactNode;
};

/** Whether it is the icon of a site, which is shown small and whole. */
export const isIcon = (src: string): boolean => /\/icon(?:\?|$)/.test(src);

const iconTile = { width: '2.5rem', aspectRatio: '1' };

/** A picture of the content. A content without one gets no placeholder picture. */
export function Cover({ src, badge, className, fallback = null }: CoverProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === null || failed === src) return fallback;
  return (
    <div
      className={clsx('relative aspect-video min-h-0 shrink-0 rounded-md bg-sunken', className)}
      style={isIcon(src) ? iconTile : undefined}
    >
      <img
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(src)}
        className={isIcon(src) ? 'size-full object-contain p-2' : 'size-full rounded-[inherit] object-cover'}
      />
      {badge ? (
        <span className="absolute right-1 bottom-1 rounded-sm bg-[oklch(0.2_0.01_70/0.82)] px-1 text-xs text-[oklch(0.98_0.005_85)] tabular-nums">
          {badge}
        </span>
      ) : null}
    </div>
  );
}
