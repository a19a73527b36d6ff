import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';

type CoverTileProps = {
  /** The picture; without one, or when it does not load, the tile is set in type. */
  src: string | null;
  title: string;
  /** What gives the tile its colour: the site's name or host. */
  source: string | null;
  /** A corner badge, e.g. the length. */
  badge?: ReactNode;
  className?: string;
};

/** A 16:9 cover. Decorative: the title stands beside it. */
export function CoverTile({ src, title, source, badge, className }: CoverTileProps) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <div className={clsx('relative aspect-video shrink-0 overflow-hidden rounded-md bg-sunken', className)}>
      {src !== null && failed !== src ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(src)}
          className="size-full object-cover"
        />
      ) : (
        <div
          aria-hidden
          className="cover-tile @container flex size-full items-center justify-center select-none"
          style={{ ['--tile-hue' as string]: hueOf(source ?? title) }}
        >
          <span className="text-[length:26cqw] leading-none font-semibold">{initialOf(title || source || '')}</span>
        </div>
      )}
      {badge ? (
        <span className="absolute right-1 bottom-1 rounded-sm bg-[oklch(0.2_0.01_70/0.82)] px-1 text-xs text-[oklch(0.98_0.005_85)] tabular-nums">
          {badge}
        </span>
      ) : null}
    </div>
  );
}

/** The first letter, figure or ideograph, so that `《论语》` is shown as `论`. */
function initialOf(title: string): string {
  const match = /[\p{L}\p{N}]/u.exec(title);
  return (match?.[0] ?? '·').toLocaleUpperCase();
}

/** A stable hue per source, 0–359. */
function hueOf(text: string): number {
  let hash = 0;
  for (const char of text) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return (hash * 47) % 360;
}
