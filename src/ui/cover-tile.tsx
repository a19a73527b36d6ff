import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';

type CoverTileProps = {
  /** Without a loadable picture the tile shows an initial. */
  src: string | null;
  title: string;
  /** Its host gives the tile its colour; without one the title does. */
  sourceUrl: string | null;
  badge?: ReactNode;
  className?: string;
};

export function CoverTile({ src, title, sourceUrl, badge, className }: CoverTileProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const host = sourceUrl !== null && URL.canParse(sourceUrl) ? new URL(sourceUrl).hostname.replace(/^www\./, '') : '';
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
          style={{ ['--tile-hue' as string]: hueOf(host || title) }}
        >
          <span className="text-[length:26cqw] leading-none font-semibold">{initialOf(title || host)}</span>
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

/** The first letter, digit or ideograph: `论` for `《论语》`. */
function initialOf(title: string): string {
  const match = /[\p{L}\p{N}]/u.exec(title);
  return (match?.[0] ?? '·').toLocaleUpperCase();
}

function hueOf(text: string): number {
  let hash = 0;
  for (const char of text) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return (hash * 47) % 360;
}
