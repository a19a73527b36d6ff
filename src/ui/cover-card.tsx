import type { ReactNode } from 'react';
import { Cover } from '#ui/cover.tsx';

type CoverCardProps = {
  cover: string | null;
  /** Shown where there is no cover. */
  icon: ReactNode;
  /** A link that covers the whole card by the class `coverCardLink`. */
  title: ReactNode;
  description?: string;
  facts: ReactNode;
  action?: ReactNode;
};

/** The classes of a card's link: pressing anywhere on the card follows it. */
export const coverCardLink = 'line-clamp-2 wrap-anywhere after:absolute after:inset-0';

export function CoverCard({ cover, icon, title, description = '', facts, action }: CoverCardProps) {
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface transition-colors hover:border-line-strong">
      <div className="flex aspect-video items-center justify-center bg-sunken text-faint">
        <Cover src={cover} className="size-full rounded-none!" fallback={icon} />
      </div>
      <div className="flex grow items-start gap-1 p-3">
        <div className="min-w-0 grow">
          <h2 className="font-medium">{title}</h2>
          {description === '' ? null : <p className="mt-1 line-clamp-2 text-sm wrap-anywhere text-soft">{description}</p>}
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-faint tabular-nums">{facts}</p>
        </div>
        {action}
      </div>
    </article>
  );
}
