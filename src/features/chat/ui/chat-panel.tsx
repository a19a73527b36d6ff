import { clsx } from 'clsx';
import { Trash2, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { isComposing } from '#ui/browser/is-composing.ts';
import { IconButton } from '#ui/button.tsx';
import { useUiLabels } from '#ui/labels.tsx';
import { AlertDialog } from '#ui/overlays/alert-dialog.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { SourceNavigationProvider, useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import type { SourceRequest } from '#ui/reader/view-state.ts';
import { ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import type { ChatDrafts } from './chat-drafts.ts';
import { Conversation } from './conversation.tsx';
import { EarlierMessages } from './earlier-messages.tsx';
import { FindPanel } from './find-panel.tsx';
import { useChat } from './use-chat.ts';

/** In a pane of the page, over its right side, or over the whole page on a phone. */
export type ChatPlaceOnPage = 'pane' | 'over' | 'phone';

type ChatPanelProps = {
  contentId: string;
  /** What its button said, while the conversation is not known. */
  finding: boolean;
  drafts: ChatDrafts;
  place: ChatPlaceOnPage;
  /** True when the user has just opened it and goes on in it. */
  takeFocus: boolean;
  onClose: () => void;
};

export function ChatPanel({ contentId, finding: announced, drafts, place, takeFocus, onClose }: ChatPanelProps) {
  const { t } = useTranslation();
  const chat = useChat(contentId);
  const phone = place === 'phone';
  const [asking, setAsking] = useState(false);
  const navigation = useNavigationBehind(phone ? onClose : null);
  const finding = chat.data ? chat.data.mode === 'find' : announced;
  const title = finding ? t(($) => $.chat.findTitle) : t(($) => $.chat.title);

  const clear =
    chat.data && chat.data.messages.length > 0 ? (
      <IconButton label={t(($) => $.chat.clear.action)} size="sm" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
      </IconButton>
    ) : null;
  return (
    <SourceNavigationProvider {...navigation}>
      <Frame place={place} takeFocus={takeFocus} title={title} actions={clear} onClose={onClose}>
        {chat.error ? (
          <ErrorState
            title={t(($) => $.chat.loadFailed)}
            message={chat.error.message}
            code={chat.error.code}
            retrying={chat.refetching}
            onRetry={chat.refetch}
          />
        ) : !chat.data ? (
          <div role="status" className="space-y-3 p-4">
            <span className="sr-only">{t(($) => $.chat.loading)}</span>
            <Skeleton className="h-16" />
            <Skeleton className="h-24" />
          </div>
        ) : !chat.data.hasWords ? (
          <p className="p-6 text-center text-soft">{t(($) => $.chat.noWords)}</p>
        ) : finding ? (
          <>
            {chat.data.messages.length > 0 ? <EarlierMessages messages={chat.data.messages} /> : null}
            <FindPanel contentId={contentId} search={drafts.search} takeFocus={takeFocus} />
          </>
        ) : (
          <Conversation chat={chat} data={chat.data} draft={drafts.question} takeFocus={takeFocus} />
        )}
      </Frame>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        pending={chat.clear.isPending}
        title={t(($) => $.chat.clear.title)}
        description={t(($) => $.chat.clear.text)}
        confirmLabel={t(($) => $.chat.clear.confirm)}
        cancelLabel={t(($) => $.common.cancel)}
        onConfirm={() => chat.clear.mutate(undefined, { onSuccess: () => setAsking(false) })}
      />
    </SourceNavigationProvider>
  );
}

/** On a phone the sheet would cover the place, so it is closed first. */
function useNavigationBehind(onLeave: (() => void) | null) {
  const navigation = useSourceNavigation();
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  return useMemo(
    () => ({
      ...navigation,
      goTo: (anchor: NoteAnchor, request?: SourceRequest) => {
        leave.current?.();
        navigation.goTo(anchor, request);
      },
      show: (anchor: NoteAnchor, request?: SourceRequest) => {
        leave.current?.();
        navigation.show(anchor, request);
      },
    }),
    [navigation],
  );
}

type FrameProps = Pick<ChatPanelProps, 'place' | 'takeFocus' | 'onClose'> & {
  title: string;
  actions: ReactNode;
  children: ReactNode;
};

function Frame({ place, takeFocus, title, actions, onClose, children }: FrameProps) {
  const labels = useUiLabels();
  const heading = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // The focus makes a screen reader announce the panel; a text field in it takes the focus by itself.
    if (takeFocus && place !== 'phone' && !panel.current?.contains(document.activeElement))
      panel.current?.focus({ preventScroll: true });
  }, [place, takeFocus]);
  const bar = (
    <div className="flex min-h-12 shrink-0 items-center gap-1 border-b border-line py-2 pr-2 pl-4">
      <h2 id={heading} className="grow text-base font-semibold">
        {title}
      </h2>
      {actions}
      {place === 'pane' ? null : (
        <IconButton label={labels.close} size="sm" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  );
  if (place === 'phone') {
    return (
      <Sheet
        open
        onOpenChange={(next) => {
          if (!next) onClose();
        }}
        title={title}
        hideTitle
        side="right"
        className="w-full! max-w-full!"
      >
        {bar}
        {children}
      </Sheet>
    );
  }
  const aside = (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event)) onClose();
      }}
      className={clsx(
        'flex flex-col bg-surface focus:outline-none',
        place === 'pane'
          ? 'h-full rounded-t-lg border border-b-0 border-line'
          : 'fixed top-14 right-0 bottom-0 z-30 w-[25rem] max-w-full animate-fade-in border-l border-line shadow-overlay',
      )}
    >
      {bar}
      {children}
    </aside>
  );
  // The parent is a size container, which `fixed` would be relative to.
  return place === 'pane' ? aside : createPortal(aside, document.body);
}
