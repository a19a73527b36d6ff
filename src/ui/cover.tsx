import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';

type CoverProps = {
  src: string | null;
  badge?: ReactNode;
  className?: string;
  /** In its place where there is no picture; otherwise nothing is. */
  fallback?: ReactNode;
};

/** The sign of a site: small, and shown whole. */
export const isIcon = (src: string): boolean => /\/icon(?:\?|$)/.test(src);

const iconTile = { width: '2.5rem', aspectRatio: '1' };

/** A picture of the content. What has none gets no imitation of one. */
export function Cover({ src, badge, className, fallback = null }: CoverProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === null || failed === src) return fallback;
  return (
    <div
      className={clsx('relative aspect-video shrink-0 overflow-hidden rounded-md bg-sunken', className)}
      style={isIcon(src) ? iconTile : undefined}
    >
      <img
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(src)}
        className={isIcon(src) ? 'size-full object-contain p-2' : 'size-full object-cover'}
      />
      {badge ? (
        <span className="absolute right-1 bottom-1 rounded-sm bg-[oklch(0.2_0.01_70/0.82)] px-1 text-xs text-[oklch(0.98_0.005_85)] tabular-nums">
          {badge}
        </span>
      ) : null}
    </div>
  );
}
