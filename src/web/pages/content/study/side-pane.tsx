import { Captions, Highlighter, MessageCircleQuestion, Search, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#ui/button.tsx';
import { openSide, type SideView } from './study-state.ts';

type SidePaneProps = { views: readonly SideView[]; view: SideView; finding: boolean; children: ReactNode };

export function SidePane({ views, view, finding, children }: SidePaneProps) {
  const { t } = useTranslation();
  const icons = { script: Captions, chat: finding ? Search : MessageCircleQuestion, highlights: Highlighter };
  return (
    <div id="side-pane" className="flex h-full min-h-0 min-w-0 animate-fade-in flex-col">
      <fieldset aria-label={t(($) => $.content.study.side)} className="flex h-12 shrink-0 items-center gap-0.5">
        {views.map((each) => {
          const Icon = icons[each];
          const label = each === 'chat' && finding ? t(($) => $.content.study.find) : t(($) => $.content.study.views[each]);
          return (
            <Button
              key={each}
              size="sm"
              variant="ghost"
              aria-pressed={each === view}
              className="min-w-0 shrink! px-2! aria-pressed:bg-hover aria-pressed:text-ink"
              onClick={() => openSide(each)}
            >
              <Icon aria-hidden className="size-4" />
              <span className="truncate">{label}</span>
            </Button>
          );
        })}
        <span className="grow" />
        <IconButton size="sm" label={t(($) => $.content.study.closeSide)} onClick={() => openSide(null)}>
          <X aria-hidden />
        </IconButton>
      </fieldset>
      <div
        className={
          view === 'chat'
            ? 'min-h-0 grow'
            : // The panel's height leaves room for the rows above the script.
              'min-h-0 grow overflow-y-auto overscroll-contain [--panel-height:calc(100cqh-8.5rem)] [container-type:size]'
        }
      >
        {children}
      </div>
    </div>
  );
}

/** What is open in the middle is not shown beside it a second time. */
export function OpenInTheMiddle({ document = false, onNote }: { document?: boolean; onNote: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center text-sm text-soft">
      <p>{t(($) => (document ? $.content.study.documentBeside : $.content.study.inTheMiddle))}</p>
      <Button size="sm" onClick={onNote}>
        {t(($) => $.content.study.showNote)}
      </Button>
    </div>
  );
}
