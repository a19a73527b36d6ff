import { clsx } from 'clsx';
import { ChevronDown, ChevronUp, ListTree } from 'lucide-react';
import { Popover as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Popover, PopoverContent } from '#ui/overlays/popover.tsx';

export type ChapterEntry = { title: string; level: number };

export type ChapterLabels = { chapters: string; previous: string; next: string; beginning: string };

type ChapterBarProps = {
  entries: readonly ChapterEntry[];
  /** The chapter that is being read; -1 before the first. */
  here: number;
  onGo: (index: number) => void;
  labels: ChapterLabels;
  tools?: ReactNode;
};

const indents = ['', 'pl-5', 'pl-8'];

export function ChapterBar({ entries, here, onGo, labels, tools = null }: ChapterBarProps) {
  if (entries.length === 0 && tools === null) return null;
  return (
    <div className="flex h-11 shrink-0 items-center gap-1 border-b border-line px-2 text-sm text-soft">
      {entries.length === 0 ? null : (
        <>
          <Step label={labels.previous} disabled={here <= 0} onPress={() => onGo(here - 1)}>
            <ChevronUp aria-hidden className="size-4" />
          </Step>
          <Step label={labels.next} disabled={here >= entries.length - 1} onPress={() => onGo(here + 1)}>
            <ChevronDown aria-hidden className="size-4" />
          </Step>
          <ChapterMenu {...{ entries, here, onGo, labels }} />
        </>
      )}
      <span className="grow" />
      {tools}
    </div>
  );
}

function ChapterMenu({ entries, here, onGo, labels }: Omit<ChapterBarProps, 'tools'>) {
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const gone = useRef(false);
  useEffect(() => {
    const item = open ? list.current?.children[Math.max(0, here)] : null;
    item?.scrollIntoView({ block: 'nearest' });
  }, [open, here]);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>
        <Button size="sm" variant="ghost" title={labels.chapters} className="min-w-0 shrink! justify-start! px-2!">
          <ListTree aria-hidden className="size-4 shrink-0" />
          <span className="sr-only">{labels.chapters}: </span>
          <span className="truncate">{entries[here]?.title ?? labels.beginning}</span>
        </Button>
      </Radix.Trigger>
      <PopoverContent
        aria-label={labels.chapters}
        align="start"
        onOpenAutoFocus={(event) => {
          gone.current = false;
          const current = list.current?.querySelector<HTMLElement>('[aria-current]');
          if (!current) return;
          event.preventDefault();
          current.focus({ preventScroll: true });
        }}
        // The chosen chapter keeps the focus.
        onCloseAutoFocus={(event) => {
          if (gone.current) event.preventDefault();
        }}
      >
        <ol ref={list}>
          {entries.map(({ title, level }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: chapters may have the same words
            <li key={index}>
              <button
                type="button"
                aria-current={index === here ? 'location' : undefined}
                onClick={() => {
                  gone.current = true;
                  setOpen(false);
                  onGo(index);
                }}
                className={clsx(
                  'flex min-h-9 w-full items-center rounded-md px-2 py-1 text-left text-sm text-soft hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-[current=location]:bg-hover aria-[current=location]:font-medium aria-[current=location]:text-ink max-md:min-h-11',
                  indents[Math.min(level, 2)],
                )}
              >
                <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{title}</span>
              </button>
            </li>
          ))}
        </ol>
      </PopoverContent>
    </Popover>
  );
}

type StepProps = { label: string; disabled: boolean; onPress: () => void; children: ReactNode };

function Step({ label, disabled, onPress, children }: StepProps) {
  return (
    <Button size="sm" variant="ghost" aria-label={label} title={label} disabled={disabled} className="px-2!" onClick={onPress}>
      {children}
    </Button>
  );
}
