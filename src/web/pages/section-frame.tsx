import { Link, type LinkProps } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

export type FrameSection = { id: string; label: string; icon: LucideIcon; link: LinkProps };

type SectionFrameProps = { title: string; sections: readonly FrameSection[]; current: string; children: ReactNode };

/** A page of sections: their list beside the open one, above it on a phone. */
export function SectionFrame({ title, sections, current, children }: SectionFrameProps) {
  const heading = useId();
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-6 pb-16 md:px-8">
      <h1 id={heading} className="mb-4 text-2xl font-semibold md:mb-6">
        {title}
      </h1>
      <div className="flex flex-col gap-6 md:flex-row md:gap-10">
        <nav aria-labelledby={heading} className="md:sticky md:top-20 md:w-52 md:shrink-0 md:self-start">
          <ul className="grid grid-cols-2 gap-1 md:grid-cols-1">
            {sections.map(({ id, label, icon: Icon, link }) => (
              <li key={id}>
                <Link
                  {...link}
                  resetScroll={false}
                  aria-current={id === current ? 'page' : undefined}
                  className={clsx(
                    'flex min-h-11 items-center gap-2 rounded-md px-3 py-1 text-sm transition-colors md:min-h-10',
                    id === current ? 'bg-hover font-medium text-ink' : 'text-soft hover:bg-hover hover:text-ink',
                  )}
                >
                  <Icon aria-hidden className="size-4 shrink-0" />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 max-w-3xl grow">{children}</div>
      </div>
    </div>
  );
}
