import { Link } from '@tanstack/react-router';
import { MessageCircleQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { askLimits } from '#lib/input-limits.ts';
import { Button, type ButtonVariant } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { showToast } from '#ui/toast/toast.ts';
import { addressOf, kindOf, type Scope } from '../shared/ask-address.ts';

type AskLinkProps = {
  scope: Scope;
  variant?: ButtonVariant;
  /** Says what is asked: the whole library, or all that is filtered. */
  named?: boolean;
};

export function AskLink({ scope, variant = 'secondary', named = false }: AskLinkProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const kind = kindOf(scope);
  const label = named ? t(($) => (kind === 'library' ? $.ask.actionLibrary : $.ask.actionFiltered)) : t(($) => $.ask.action);
  if ((scope.contents?.length ?? 0) > askLimits.contents) {
    const reason = t(($) => $.ask.tooMany, { most: format.number(askLimits.contents) });
    return (
      <Button
        size="sm"
        variant={variant}
        aria-disabled
        title={reason}
        className="opacity-55"
        onClick={() => showToast({ tone: 'info', message: reason })}
      >
        <MessageCircleQuestion aria-hidden className="size-4" />
        {label}
      </Button>
    );
  }
  return (
    <Button size="sm" variant={variant} asChild>
      <Link to="/user/ask" search={addressOf(scope)}>
        <MessageCircleQuestion aria-hidden className="size-4" />
        {label}
      </Link>
    </Button>
  );
}
