import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Layers, MessageCircleQuestion, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { askLimits } from '#lib/input-limits.ts';
import type { NoteLanguage } from '#lib/languages.ts';
import { modelName } from '#lib/model-name.ts';
import { type RouterOutputs, useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import type { KeptText } from '#ui/kept-text.ts';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';
import { addressOf, kindOf, type Scope } from '../shared/ask-address.ts';
import { AnswerView } from './answer-view.tsx';
import { AskComposer } from './ask-composer.tsx';
import type { RenderCited } from './ask-places.tsx';
import { Earlier } from './earlier.tsx';
import { unsentQuestions } from './unsent-questions.ts';
import { useAsk } from './use-ask.ts';
import { useScopeName } from './use-scope-name.ts';

type AskPageProps = {
  scope: Scope;
  answerId: string | null;
  noteLanguage: NoteLanguage;
  renderCited: RenderCited;
  onOpen: (id: string | null) => void;
};

export function AskPage({ scope, answerId, noteLanguage, renderCited, onOpen }: AskPageProps) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const about = useQuery(trpc.ask.about.queryOptions({ scope }, { enabled: me.data?.user != null, staleTime: 0 }));
  const error = useAppError(about.data ? null : about.error);
  // Held here, because the fields go when another scope or the next answer is opened.
  const [unsent] = useState(unsentQuestions);
  const asking = useAsk(noteLanguage, (id, below) => {
    if (below !== undefined) unsent.carry(below, id);
    onOpen(id);
  });
  const page = useRef<HTMLDivElement>(null);
  const shown = useRef(answerId);
  useEffect(() => {
    // An answer that was just opened is read from its heading.
    if (answerId !== shown.current && answerId !== null) window.scrollTo({ top: 0 });
    shown.current = answerId;
  }, [answerId]);
  const isEmpty = me.data?.user === null || about.data?.withWords === 0;
  return (
    <div ref={page} className="mx-auto w-full max-w-3xl px-4 pt-6 pb-16 md:px-8">
      <h1 className="text-2xl font-semibold">{t(($) => $.ask.title)}</h1>
      {error ? (
        <ErrorState
          title={t(($) => $.ask.scope.failed)}
          message={error.message}
          code={error.code}
          retrying={about.isFetching}
          onRetry={() => void about.refetch()}
          action={<WholeLibrary />}
        />
      ) : isEmpty && answerId === null ? (
        <NothingToAsk scope={scope} name={about.data?.name ?? null} />
      ) : about.data === undefined && me.data?.user !== null ? (
        <div role="status" className="mt-4 space-y-3">
          <span className="sr-only">{t(($) => $.common.loading)}</span>
          <Skeleton className="h-5 w-56" />
          <Skeleton className="h-24" />
        </div>
      ) : answerId === null ? (
        <NewQuestion key={JSON.stringify(scope)} scope={scope} about={about.data} draft={unsent.below(null)} asking={asking} />
      ) : (
        <>
          <Button size="sm" variant="ghost" className="mt-2 -ml-3" asChild>
            <Link to="/user/ask" search={addressOf(scope)}>
              <Plus aria-hidden className="size-4" />
              {t(($) => $.ask.back)}
            </Link>
          </Button>
          <div className="mt-2">
            <AnswerView
              key={answerId}
              id={answerId}
              busy={asking.busy}
              draft={unsent.below(answerId)}
              renderCited={renderCited}
              onAgain={asking.again}
              onAsk={(question, of) => asking.ask(question, of.scope, of.id)}
              onRemoved={() => onOpen(null)}
            />
          </div>
        </>
      )}
      {me.data?.user ? <Earlier opened={answerId} /> : null}
    </div>
  );
}

type NewQuestionProps = {
  scope: Scope;
  about: RouterOutputs['ask']['about'] | undefined;
  draft: KeptText;
  asking: ReturnType<typeof useAsk>;
};

function NewQuestion({ scope, about, draft, asking }: NewQuestionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const scopeName = useScopeName();
  const count = about?.withWords ?? 0;
  const model = about?.model ?? null;
  return (
    <>
      <p className="mt-2 max-w-xl text-sm text-soft">{t(($) => $.ask.lead)}</p>
      <p className="mt-4 mb-3 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="text-faint">{t(($) => $.ask.scope.label)}</span>
        <strong className="font-medium wrap-anywhere">{scopeName(scope, about?.name ?? null)}</strong>
        <span className="text-faint tabular-nums">{t(($) => $.ask.scope.count, { count, formatted: format.number(count) })}</span>
        {kindOf(scope) === 'library' ? null : (
          <Link to="/user/ask" className="rounded-sm text-accent-ink underline underline-offset-2">
            {t(($) => $.ask.scope.whole)}
          </Link>
        )}
      </p>
      <AskComposer
        busy={asking.busy}
        draft={draft}
        onAsk={(question) => asking.ask(question, scope)}
        hint={
          model === null ? (
            <>
              {t(($) => $.ask.withoutModel)}{' '}
              <Link to="/user/settings" className="rounded-sm text-accent-ink underline underline-offset-2">
                {t(($) => $.ask.setModel)}
              </Link>
            </>
          ) : (
            t(($) => $.ask.withModel, { model: modelName(model) })
          )
        }
        more={
          <Button
            size="sm"
            title={t(($) => (model === null ? $.ask.briefHintWithout : $.ask.briefHint))}
            loading={asking.briefing}
            disabled={asking.busy}
            onClick={() => asking.brief(scope)}
          >
            <Layers aria-hidden className="size-4" />
            {t(($) => $.ask.brief)}
          </Button>
        }
      />
      {count > askLimits.briefNotes ? (
        <p className="mt-2 text-sm text-faint">{t(($) => $.ask.briefPart, { most: askLimits.briefNotes })}</p>
      ) : null}
    </>
  );
}

function WholeLibrary() {
  const { t } = useTranslation();
  return (
    <Button asChild>
      <Link to="/user/ask">{t(($) => $.ask.scope.whole)}</Link>
    </Button>
  );
}

function NothingToAsk({ scope, name }: { scope: Scope; name: string | null }) {
  const { t } = useTranslation();
  const scopeName = useScopeName();
  if (kindOf(scope) !== 'library')
    return (
      <EmptyState
        icon={<MessageCircleQuestion />}
        title={scopeName(scope, name)}
        description={t(($) => $.ask.scope.emptyScope)}
        action={<WholeLibrary />}
      />
    );
  return (
    <EmptyState
      icon={<MessageCircleQuestion />}
      title={t(($) => $.ask.scope.empty)}
      description={t(($) => $.ask.scope.emptyHint)}
      action={
        <Button variant="primary" asChild>
          <Link to="/">{t(($) => $.ask.scope.add)}</Link>
        </Button>
      }
    />
  );
}
