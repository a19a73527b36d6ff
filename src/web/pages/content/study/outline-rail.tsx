import { clsx } from 'clsx';
import { ListTree, Volume2 } from 'lucide-react';
import { Popover as Radix } from 'radix-ui';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand/react';
import { afterFrame } from '#ui/browser/after-frame.ts';
import { IconButton } from '#ui/button.tsx';
import { Popover, PopoverContent } from '#ui/overlays/popover.tsx';
import { barButton } from './bottom-bar.tsx';
import type { Outline } from './use-outline.ts';

const indents = ['', 'pl-5', 'pl-8'];

type OutlineListProps = { outline: Outline; onGone?: () => void };

/** The headings, with the one that is being read and the one that is being played. */
export function OutlineList({ outline, onGone }: OutlineListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLElement>(null);
  const { entries, here, playing } = useStore(outline.state);
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  });
  const handlePress = useCallback(
    (index: number) => {
      gone.current?.();
      outline.goTo(index);
    },
    [outline],
  );
  useEffect(() => afterFrame(() => list.current && bringIntoSight(list.current, here)), [here]);
  return (
    <nav ref={list} aria-label={t(($) => $.content.study.outline)}>
      <ol>
        {entries.map(({ title, level }, index) => (
          <Heading
            // biome-ignore lint/suspicious/noArrayIndexKey: headings may have the same words
            key={index}
            {...{ title, level, index }}
            here={index === here}
            playing={index === playing}
            onPress={handlePress}
          />
        ))}
      </ol>
    </nav>
  );
}

/** Scrolls the list alone, never the page. */
function bringIntoSight(list: HTMLElement, index: number): void {
  const here = list.querySelectorAll('li')[Math.max(0, index)];
  const box = list.parentElement;
  if (!here || !box) return;
  const [inner, outer] = [here.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 40;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 40;
}

type HeadingProps = {
  title: string;
  level: number;
  index: number;
  here: boolean;
  playing: boolean;
  onPress: (index: number) => void;
};

const Heading = memo(function Heading({ title, level, index, here, playing, onPress }: HeadingProps) {
  const { t } = useTranslation();
  return (
    <li>
      <button
        type="button"
        aria-current={here ? 'location' : undefined}
        title={title}
        onClick={() => onPress(index)}
        className={clsx(
          'flex min-h-8 w-full items-center gap-1.5 rounded-md border-l-2 border-transparent py-1 pr-2 pl-2 text-left text-sm text-soft hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-[current=location]:border-accent aria-[current=location]:font-medium aria-[current=location]:text-ink max-md:min-h-11',
          indents[Math.min(level, 2)],
        )}
      >
        <span className="line-clamp-2 min-w-0 grow [overflow-wrap:anywhere]">{title}</span>
        {playing ? (
          <Volume2 role="img" aria-label={t(($) => $.content.study.playing)} className="size-4 shrink-0 text-accent-ink" />
        ) : null}
      </button>
    </li>
  );
});

export const OutlineRail = memo(function OutlineRail({ outline }: { outline: Outline }) {
  if (useStore(outline.state, ({ entries }) => entries.length === 0)) return null;
  return (
    <div className="pointer-events-none absolute inset-y-0 right-0 w-52 pt-16">
      <div className="pointer-events-auto sticky top-[calc(var(--bars)+1.5rem)] max-h-[calc(100dvh-var(--bars)-3rem)] animate-fade-in overflow-y-auto overscroll-contain">
        <OutlineList outline={outline} />
      </div>
    </div>
  );
});

/** The outline behind a button, where there is no room for the rail. */
export function OutlineButton({ outline, bar = false }: { outline: Outline; bar?: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const label = t(($) => $.content.study.outline);
  const none = useStore(outline.state, ({ entries }) => entries.length === 0);
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
        // The chosen heading keeps the focus.
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
