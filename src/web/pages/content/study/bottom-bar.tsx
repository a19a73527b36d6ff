import { BookOpen, Captions, Check, FileText, MoreHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import type { PlayerSwitch } from './pane-switches.tsx';

const button =
  'flex h-13 w-full min-w-0 flex-col items-center justify-center gap-0.5 text-xs text-soft aria-[current=page]:font-medium aria-[current=page]:text-ink disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-5';

export const barButton = button;

type BottomBarProps = {
  tab: string;
  tabs: readonly { id: string; label: string }[];
  onTab: (tab: string) => void;
  /** Opens the document of a content that has one, and so no transcript. */
  onDocument: (() => void) | null;
  outline: ReactNode;
  ask: ReactNode;
  player: PlayerSwitch | null;
};

/** Replaces the tabs on a phone: the parts of the page, within reach of a thumb. */
export function BottomBar({ tab, tabs, onTab, onDocument, outline, ask, player }: BottomBarProps) {
  const { t } = useTranslation();
  const others = tabs.filter(({ id }) => id !== 'outline' && id !== 'subtitle');
  const here = others.some(({ id }) => id === tab);
  return (
    <nav
      data-bottom-bar
      aria-label={t(($) => $.content.study.bar)}
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] group-has-[.cm-editor]/words:hidden"
    >
      <button
        type="button"
        className={button}
        aria-current={tab === 'outline' ? 'page' : undefined}
        onClick={() => onTab('outline')}
      >
        <FileText aria-hidden />
        {t(($) => $.content.study.note)}
      </button>
      {onDocument ? (
        <button type="button" className={button} onClick={onDocument}>
          <BookOpen aria-hidden />
          {t(($) => $.content.study.source)}
        </button>
      ) : (
        <button
          type="button"
          className={button}
          disabled={!tabs.some(({ id }) => id === 'subtitle')}
          aria-current={tab === 'subtitle' ? 'page' : undefined}
          onClick={() => onTab('subtitle')}
        >
          <Captions aria-hidden />
          {t(($) => $.content.study.views.script)}
        </button>
      )}
      {outline}
      {ask}
      <DropdownMenu>
        <DropdownMenuTrigger className={button} aria-current={here ? 'page' : undefined}>
          <MoreHorizontal aria-hidden />
          {t(($) => $.content.study.more)}
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" side="top">
          {others.map(({ id, label }) => (
            <DropdownMenuItem key={id} aria-current={id === tab ? 'page' : undefined} onSelect={() => onTab(id)}>
              {label}
              {id === tab ? <Check aria-hidden className="ml-auto" /> : null}
            </DropdownMenuItem>
          ))}
          {player ? (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuItem onSelect={() => player.onChange(!player.shown)}>
                {player.shown ? t(($) => $.content.player.hide) : t(($) => $.content.player.show)}
              </DropdownMenuItem>
            </>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
    </nav>
  );
}
