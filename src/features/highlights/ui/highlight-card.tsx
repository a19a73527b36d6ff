import { Locate, Trash2 } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onLeaving } from '#rpc/lasting-client.ts';
import { keepOpenWhileComposing } from '#ui/browser/is-composing.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import type { Highlight } from '../contract.ts';
import { maxCommentLength } from '../shared/highlight-kinds.ts';
import { ColourPicker } from './colour-picker.tsx';
import type { HighlightActions } from './use-highlights.ts';

type HighlightCardProps = {
  highlight: Highlight;
  rect: DOMRect;
  writing: boolean;
  orphaned: boolean;
  actions: HighlightActions;
  onJump: (() => void) | null;
  onClose: () => void;
};

/** Shows and edits a highlight. Typed text is saved no matter how the card or page closes. */
export function HighlightCard({ highlight, rect, writing, orphaned, actions, onJump, onClose }: HighlightCardProps) {
  const { t } = useTranslation();
  const id = useId();
  const [comment, setComment] = useState(highlight.comment);
  const anchor = useMemo(() => ({ current: { getBoundingClientRect: () => rect } }), [rect]);
  const field = useRef<HTMLTextAreaElement>(null);
  const dropped = useRef(false);
  const keep = useEffectEvent((leaving: boolean) => {
    if (!dropped.current && comment !== highlight.comment) actions.update(highlight.id, { comment }, { leaving });
  });
  useEffect(() => {
    const stop = onLeaving(() => keep(true));
    return () => {
      stop();
      keep(false);
    };
  }, []);

  function handleDelete(): void {
    dropped.current = true;
    onClose();
    actions.remove(highlight, comment === highlight.comment ? null : comment);
  }

  return (
    <Popover.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          aria-label={t(($) => $.highlights.card)}
          sideOffset={8}
          onEscapeKeyDown={keepOpenWhileComposing}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            // On touch screens, a keyboard would cover the text.
            if (!writing && window.matchMedia('(pointer: coarse)').matches) return;
            event.preventDefault();
            field.current?.focus();
          }}
          className="z-50 flex w-80 max-w-[calc(100vw-1rem)] animate-pop-in flex-col gap-3 rounded-lg border border-line bg-surface p-4 shadow-overlay focus:outline-none"
        >
          <blockquote className="line-clamp-4 text-sm text-soft [overflow-wrap:anywhere] whitespace-pre-line">
            {highlight.highlight_text}
          </blockquote>
          {orphaned ? <p className="text-sm text-warning">{t(($) => $.highlights.orphanHint)}</p> : null}
          <ColourPicker value={highlight.colour} onChange={(colour) => actions.update(highlight.id, { colour })} />
          <div>
            <label htmlFor={id} className="text-sm font-medium">
              {t(($) => $.highlights.comment)}
            </label>
            <textarea
              ref={field}
              id={id}
              rows={3}
              value={comment}
              maxLength={maxCommentLength}
              placeholder={t(($) => $.highlights.commentPlaceholder)}
              onChange={(event) => setComment(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onClose();
              }}
              className="mt-1 max-h-60 min-h-20 w-full resize-y rounded-md border border-line-strong bg-surface px-3 py-2 text-base [field-sizing:content] md:text-sm"
            />
          </div>
          <div className="flex items-center gap-1">
            {onJump && !orphaned ? (
              <IconButton size="sm" label={t(($) => $.highlights.jump)} onClick={onJump}>
                <Locate aria-hidden />
              </IconButton>
            ) : null}
            <CopyButton text={highlight.highlight_text} />
            <IconButton size="sm" variant="danger-ghost" label={t(($) => $.highlights.delete)} onClick={handleDelete}>
              <Trash2 aria-hidden />
            </IconButton>
            <Button size="sm" variant="primary" className="ml-auto" onClick={onClose}>
              {t(($) => $.highlights.done)}
            </Button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
