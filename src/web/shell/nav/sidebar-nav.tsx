import { Link, useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import { type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { modKeyLabel } from '#ui/browser/use-shortcut.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { preloadPalette, showPalette } from '#web/shell/palette/palette-state.ts';
import {
  folderLine,
  lineOf,
  type NavBranch,
  type NavCategory,
  type NavPage,
  type NavPath,
  navTree,
  placeOf,
} from './nav-tree.ts';
import { useOpenBranches } from './open-branches.ts';
import { RailTip } from './rail-tip.tsx';

const FolderLines = lazyPart(async () => (await import('#features/smart-folders/ui/folder-lines.tsx')).FolderLines);

/** No ARIA tree: screen readers then list the links as links, and every line is reached with Tab. */
export function SidebarNav({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const type = useRouterState({ select: ({ location }) => location.search.type });
  const smartFolder = useRouterState({ select: ({ location }) => location.search.smartFolder });
  const place = placeOf(pathname, { type, smartFolder });
  const branches = useOpenBranches(place);
  const page = ({ name, to, icon }: NavPage) => (
    <Line key={to} rail={rail} to={to} icon={icon} label={t(($) => $.shell.nav[name])} current={place.line === to} />
  );
  return (
    <nav aria-label={t(($) => $.shell.mainNavigation)} data-tour="main-nav" className={clsx('shrink-0', rail ? 'px-1' : 'px-2')}>
      <ul className="flex flex-col gap-0.5">
        {navTree.flatMap((entry) => {
          if ('action' in entry) {
            return <SearchLine key={entry.action} rail={rail} icon={entry.icon} />;
          }
          if (!('children' in entry)) return page(entry);
          if (!rail) return <Branch key={entry.id} branch={entry} current={place.line} branches={branches} />;
          // The rail has no room for levels: a branch is shown as its own page, or else as its pages.
          if (entry.to !== undefined) {
            const label = t(($) => $.shell.nav[entry.id]);
            return (
              <Line key={entry.id} rail to={entry.to} icon={entry.icon} label={label} current={lineIsIn(entry, place.line)} />
            );
          }
          return entry.children.flatMap((child) => ('to' in child ? page(child) : []));
        })}
      </ul>
    </nav>
  );
}

/** Otherwise the router marks every link that the address begins with as the current page. */
const activeOptions = { exact: true, includeSearch: true };

const lineIsIn = ({ to, children }: NavBranch, line: string | null) =>
  line !== null && (to === line || children.some((child) => lineOf(child) === line));

const look = (rail: boolean, current: boolean) =>
  clsx(
    'flex h-9 w-full items-center rounded-md text-sm transition-colors max-md:h-11 [&_svg]:size-[18px] [&_svg]:shrink-0',
    rail ? 'justify-center' : 'gap-3 px-2',
    current ? 'bg-hover font-medium text-ink' : 'text-soft hover:bg-hover hover:text-ink',
  );

type LineProps = { rail: boolean; to: NavPath; icon: LucideIcon; label: string; current: boolean };

function Line({ rail, to, icon: Icon, label, current }: LineProps) {
  const link = (
    <Link to={to} activeOptions={activeOptions} aria-current={current ? 'page' : undefined} className={look(rail, current)}>
      <Icon aria-hidden />
      <span className={rail ? 'sr-only' : 'truncate'}>{label}</span>
    </Link>
  );
  return <Place rail={rail} label={label} control={link} />;
}

function Place({ rail, label, control }: { rail: boolean; label: string; control: ReactNode }) {
  return rail ? <RailTip label={label}>{control}</RailTip> : <li>{control}</li>;
}

function SearchLine({ rail, icon: Icon }: { rail: boolean; icon: LucideIcon }) {
  const { t } = useTranslation();
  const label = t(($) => $.shell.nav.search);
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => showPalette(true)}
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      className={look(rail, false)}
    >
      <Icon aria-hidden />
      <span className={rail ? 'sr-only' : 'grow truncate text-start'}>{label}</span>
      {rail ? null : (
        <kbd aria-hidden className="text-xs text-faint max-md:hidden">
          {modKeyLabel()} K
        </kbd>
      )}
    </button>
  );
  return <Place rail={rail} label={label} control={button} />;
}

type BranchProps = { branch: NavBranch; current: string | null; branches: ReturnType<typeof useOpenBranches> };

function Branch({ branch, current, branches }: BranchProps) {
  const { t } = useTranslation();
  const listId = useId();
  const { id, icon: Icon, to, children } = branch;
  const open = branches.isOpen(id);
  const label = t(($) => $.shell.nav[id]);
  const chevron = <ChevronRight aria-hidden className={clsx('size-4! transition-transform', open && 'rotate-90')} />;
  const disclosure = { 'aria-expanded': open, 'aria-controls': listId, onClick: () => branches.toggle(id) };
  return (
    <li>
      {to === undefined ? (
        <button type="button" {...disclosure} className={look(false, false)}>
          <Icon aria-hidden />
          <span className="grow truncate text-start">{label}</span>
          {chevron}
        </button>
      ) : (
        <div className="relative">
          <Link
            to={to}
            activeOptions={activeOptions}
            aria-current={current === to ? 'page' : undefined}
            className={clsx(look(false, current === to), 'pr-9')}
          >
            <Icon aria-hidden />
            <span className="truncate">{label}</span>
          </Link>
          <button
            type="button"
            {...disclosure}
            aria-label={t(($) => (open ? $.shell.closeBranch : $.shell.openBranch), { name: label })}
            className="absolute inset-y-0 right-0 flex w-8 items-center justify-end rounded-md pr-2 text-soft transition-colors hover:text-ink max-md:w-11"
          >
            {chevron}
          </button>
        </div>
      )}
      <ul
        id={listId}
        hidden={!open}
        className="mt-0.5 ml-[1.05rem] flex flex-col gap-0.5 border-l border-line pl-2 [&[hidden]]:hidden"
      >
        {children.map((child) => (
          <Leaf key={lineOf(child)} child={child} current={current === lineOf(child)} />
        ))}
        {id === 'records' && open ? (
          <Suspense>
            <FolderLines isCurrent={(folder) => current === folderLine(folder)} look={leafLook} />
          </Suspense>
        ) : null}
      </ul>
    </li>
  );
}

const leafLook = (current: boolean) => clsx(look(false, current), 'h-8! max-md:h-11!');

function Leaf({ child, current }: { child: NavPage | NavCategory; current: boolean }) {
  const { t } = useTranslation();
  const shared = {
    activeOptions,
    'aria-current': current ? ('page' as const) : undefined,
    className: leafLook(current),
  };
  return (
    <li>
      {'type' in child ? (
        <Link to="/user/videos" search={{ type: child.type }} {...shared}>
          <span className="truncate">{t(($) => $.shell.types[child.type])}</span>
        </Link>
      ) : (
        <Link to={child.to} {...shared}>
          <span className="truncate">{t(($) => $.shell.nav[child.name])}</span>
        </Link>
      )}
    </li>
  );
}
