import { Play } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';

const ChooseContent = lazyPart(async () => (await import('./choose-content.tsx')).ChooseContent);

type Runnable = { promptId: string; title: string };

/** Asks for the content to run a prompt on. `onRun` opens the place where the answer is written. */
export function useChooseContent(onRun: (contentId: string, promptId: string) => void) {
  const [prompt, choose] = useState<Runnable | null>(null);
  const dialog = prompt ? (
    <Suspense>
      <ChooseContent prompt={prompt} onClose={() => choose(null)} onChoose={onRun} />
    </Suspense>
  ) : null;
  return { choose, dialog };
}

type PromptListProps = {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  children: ReactNode;
};

export function PromptList({ query, children }: PromptListProps) {
  const { t } = useTranslation();
  const failed = useAppError(query.error);
  if (failed)
    return (
      <ErrorState
        title={t(($) => $.prompts.own.failed)}
        message={failed.message}
        code={failed.code}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    children ?? (
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">{t(($) => $.prompts.menu.loading)}</span>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-28 rounded-lg" />
        ))}
      </div>
    )
  );
}

export function RunButton({ title, onRun }: { title: string; onRun: () => void }) {
  const { t } = useTranslation();
  return (
    <Button size="sm" aria-label={t(($) => $.prompts.own.runName, { title })} onClick={onRun}>
      <Play aria-hidden className="size-4" />
      {t(($) => $.prompts.own.run)}
    </Button>
  );
}
