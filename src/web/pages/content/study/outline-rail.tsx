import { clsx } from 'clsx';
import { ListTree, Volume2 } from 'lucide-react';
import { Popover as Radix } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';
import { Popover, PopoverContent } from '#ui/overlays/popover.tsx';
import { barButton } from './bottom-bar.tsx';
import type { Outline } from './use-outline.ts';

const indents = ['', 'pl-5', 'pl-8'];

type OutlineListProps = { outline: Outline; onGone?: () => void };

/** Headings; the one where one reads, and the one that is played. */
export function OutlineList({ outline, onGone }: OutlineListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const here = list.current?.querySelectorAll('li')[Math.max(0, outline.here)];
    const box = list.current?.parentElement;
    if (!here || !box) return;
    // Only the list scrolls, never the page.
    const [inner, outer] = [here.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 40;
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 40;
  }, [outline.here]);
  return (
    <nav ref={list} aria-label={t(($) => $.content.study.outline)}>
      <ol>
        {outline.entries.map(({ title, level }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headings may have the same words
          <li key={index}>
            <button
              type="button"
              aria-current={index === outline.here ? 'location' : undefined}
              title={title}
              onClick={() => {
                onGone?.();
                outline.goTo(index);
              }}
              className={clsx(
                'flex min-h-8 w-full items-center gap-1.5 rounded-md border-l-2 border-transparent py-1 pr-2 pl-2 text-left text-sm text-soft hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-[current=location]:border-accent aria-[current=location]:font-medium aria-[current=location]:text-ink max-md:min-h-11',
                indents[Math.min(level, 2)],
              )}
            >
              <span className="line-clamp-2 min-w-0 grow [overflow-wrap:anywhere]">{title}</span>
              {index === outline.playing ? (
                <Volume2 role="img" aria-label={t(($) => $.content.study.playing)} className="size-4 shrink-0 text-accent-ink" />
              ) : null}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The same behind a button, where there is no room for it. */
export function OutlineButton({ outline, bar = false }: { outline: Outline; bar?: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const label = t(($) => $.content.study.outline);
  const none = outline.entries.length === 0;
  return (
    <Popover open={open && !none} onOpenChange={setOpen}>
      <Radix.Trigger asChild>
        {bar ? (
          <button type="button" disabled={none} className={barButton}>
            <ListTree aria-hidden />
            {label}
          </button>
        ) : (
          <IconButton size="sm" label={label} disabled={none} className={none ? 'invisible' : undefined}>
            <ListTree aria-hidden />
          </IconButton>
        )}
      </Radix.Trigger>
      <PopoverContent
        aria-label={label}
        align="end"
        // The heading that was chosen has the focus.
        onCloseAutoFocus={(event) => {
          if (document.activeElement !== document.body && !(document.activeElement?.closest('[role=dialog]') ?? null))
            event.preventDefault();
        }}
      >
        <OutlineList outline={outline} onGone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}
