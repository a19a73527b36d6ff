import { Link } from '@tanstack/react-router';
import { MessageCircleQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonVariant } from '#ui/button.tsx';
import { addressOf, type Scope } from '../shared/ask-address.ts';

export function AskLink({ scope, variant = 'secondary' }: { scope: Scope; variant?: ButtonVariant }) {
  const { t } = useTranslation();
  return (
    <Button size="sm" variant={variant} asChild>
      <Link to="/user/ask" search={addressOf(scope)}>
        <MessageCircleQuestion aria-hidden className="size-4" />
        {t(($) => $.ask.action)}
      </Link>
    </Button>
  );
}
