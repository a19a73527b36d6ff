import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Layers, MessageCircleQuestion } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useFormat } from '#ui/format.ts';
import { ErrorState } from '#ui/states.tsx';
import { addressOf } from '../shared/ask-address.ts';
import { useScopeName } from './use-scope-name.ts';

export function Earlier({ opened }: { opened: string | null }) {
  const { t } = useTranslation();
  const heading = useId();
  const format = useFormat();
  const scopeName = useScopeName();
  const query = useQuery(useTRPC().ask.list.queryOptions());
  const error = useAppError(query.data ? null : query.error);
  const shown = query.data?.filter(({ id }) => id !== opened) ?? [];
  if (error)
    return (
      <ErrorState
        layout="row"
        title={t(($) => $.ask.listFailed)}
        message={error.message}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="mt-10">
      <h2 id={heading} className="mb-1 text-sm font-semibold text-soft">
        {t(($) => $.ask.earlier)}
      </h2>
      <ul>
        {shown.map(({ id, kind, question, scope, scopeName: name, state, createdAt }) => {
          const of = scopeName(scope, name);
          const Icon = kind === 'brief' ? Layers : MessageCircleQuestion;
          const said = state === 'writing' || state === 'failed' || state === 'stopped' ? t(($) => $.ask.state[state]) : null;
          return (
            <li key={id} className="relative flex items-start gap-3 border-b border-line py-2.5 hover:bg-sunken">
              <Icon aria-hidden className="mt-1 size-4 shrink-0 text-faint" />
              <div className="min-w-0 grow">
                <Link
                  to="/user/ask"
                  search={{ ...addressOf(scope), id }}
                  className="line-clamp-2 rounded-sm wrap-anywhere after:absolute after:inset-0"
                >
                  {kind === 'brief' ? t(($) => $.ask.briefOf, { name: of }) : question}
                </Link>
                <p className="flex flex-wrap gap-x-2 text-xs text-faint">
                  {kind === 'brief' ? null : <span className="wrap-anywhere">{of}</span>}
                  <time dateTime={createdAt}>{format.date(createdAt)}</time>
                  {said ? <span>{said}</span> : null}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
