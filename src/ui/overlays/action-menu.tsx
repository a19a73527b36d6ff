import { ChevronLeft, ChevronRight, LoaderCircle, MoreHorizontal } from 'lucide-react';
import { Fragment, type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';

/** What a menu item opens at the menu's button in place of the menu. */
export type ActionWindow = { anchor: RefObject<HTMLButtonElement | null>; onClose: () => void };

export type MenuAction = {
  id: string;
  icon: ReactNode;
  label: string;
  /** The whole name where `label` is shortened. */
  fullName?: string;
  disabled?: boolean;
  danger?: boolean;
  /** Its work is under way, which the menu's button shows. */
  busy?: boolean;
} & ({ onSelect: () => void } | { page: ReactNode } | { window: (frame: ActionWindow) => ReactNode });

type ActionMenuProps = {
  label: string;
  backLabel: string;
  groups: readonly (readonly MenuAction[])[];
};

/** All further actions behind one button. Pages open in the menu itself, so they need no more room on a phone. */
export function ActionMenu({ label, backLabel, groups }: ActionMenuProps) {
  const [open, setOpen] = useState(false);
  const [{ pageId, from }, setPlace] = useState<Place>(start);
  const [windowId, setWindowId] = useState<string | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const left = useRef(false);
  const actions = groups.flat();
  const page = actions.find(({ id }) => id === pageId);
  const opened = actions.find(({ id }) => id === windowId);
  const busy = actions.some((action) => action.busy);

  function handleOpen(next: boolean): void {
    setOpen(next);
    if (!next) return;
    left.current = false;
    setPlace(start);
    setWindowId(null);
  }

  return (
    <>
      <DropdownMenu open={open} onOpenChange={handleOpen}>
        <DropdownMenuTrigger asChild>
          <IconButton
            ref={trigger}
            data-more-actions
            size="sm"
            label={label}
            aria-busy={busy || undefined}
            className="data-[state=open]:bg-hover data-[state=open]:text-ink"
          >
            {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : <MoreHorizontal aria-hidden />}
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent
          align="end"
          className="w-72 max-w-[calc(100vw-1rem)]"
          onInteractOutside={() => {
            left.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Otherwise an element pressed outside, or the window in place of the menu, has the focus.
            if (!left.current && windowId === null) trigger.current?.focus();
          }}
        >
          {page && 'page' in page ? (
            <Page label={page.label} backLabel={backLabel} onBack={() => setPlace({ pageId: null, from: page.id })}>
              {page.page}
            </Page>
          ) : (
            <Groups groups={groups} from={from} onPage={(id) => setPlace({ pageId: id, from: null })} onWindow={setWindowId} />
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {opened && 'window' in opened ? opened.window({ anchor: trigger, onClose: () => setWindowId(null) }) : null}
    </>
  );
}

/** `from`: the page that was left, whose item gets the focus back. */
type Place = { pageId: string | null; from: string | null };
const start: Place = { pageId: null, from: null };

type GroupsProps = Pick<ActionMenuProps, 'groups'> & {
  from: string | null;
  onPage: (id: string) => void;
  onWindow: (id: string) => void;
};

function Groups({ groups, from, onPage, onWindow }: GroupsProps) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (from !== null) root.current?.querySelector<HTMLElement>(`[data-action="${CSS.escape(from)}"]`)?.focus();
  }, [from]);

  function select(action: MenuAction, event: Event): void {
    if ('onSelect' in action) action.onSelect();
    else if ('window' in action) onWindow(action.id);
    else {
      event.preventDefault();
      onPage(action.id);
    }
  }

  return (
    <div ref={root} role="presentation">
      {groups
        .filter((group) => group.length > 0)
        .map((group, index) => (
          <Fragment key={group[0]?.id}>
            {index > 0 ? <DropdownMenuSeparator /> : null}
            {group.map((action) => (
              <DropdownMenuItem
                key={action.id}
                data-action={action.id}
                disabled={action.disabled}
                danger={action.danger === true}
                aria-label={action.fullName}
                title={action.fullName}
                {...('page' in action && {
                  'aria-haspopup': 'menu' as const,
                  onKeyDown: (event: KeyboardEvent) => {
                    if (event.key === 'ArrowRight') onPage(action.id);
                  },
                })}
                onSelect={(event) => select(action, event)}
              >
                {action.icon}
                <span className="min-w-0 grow truncate">{action.label}</span>
                {'page' in action ? <ChevronRight aria-hidden /> : null}
              </DropdownMenuItem>
            ))}
          </Fragment>
        ))}
    </div>
  );
}

type PageProps = { label: string; backLabel: string; onBack: () => void; children: ReactNode };

function Page({ label, backLabel, onBack, children }: PageProps) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const items = root.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([data-disabled])');
    (items?.[1] ?? items?.[0])?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the menu around it
    <div
      ref={root}
      role="presentation"
      className="animate-fade-in"
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') onBack();
      }}
    >
      <DropdownMenuItem
        className="font-medium"
        onSelect={(event) => {
          event.preventDefault();
          onBack();
        }}
      >
        <ChevronLeft aria-hidden />
        {label}
        <span className="sr-only">, {backLabel}</span>
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      {children}
    </div>
  );
}
