import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { Cover } from '#ui/cover.tsx';
import { Input } from '#ui/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { Skeleton } from '#ui/surfaces.tsx';

type ChooseContentProps = {
  /** The prompt to run; null closes the dialog. */
  prompt: { promptId: string; title: string } | null;
  onClose: () => void;
  onChoose: (contentId: string, promptId: string) => void;
};

export function ChooseContent({ prompt, onClose, onChoose }: ChooseContentProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={prompt !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t(($) => $.prompts.choose.title)}
      description={t(($) => $.prompts.choose.description, { title: prompt?.title ?? '' })}
    >
      {prompt ? <ContentList onChoose={(contentId) => onChoose(contentId, prompt.promptId)} /> : null}
    </Dialog>
  );
}

function ContentList({ onChoose }: { onChoose: (contentId: string) => void }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const [wanted, setWanted] = useState('');
  const query = useQuery(trpc.user.videos.queryOptions({ limit: 100 }, { staleTime: 0 }));
  const failed = useAppError(query.error);
  if (query.isPending) {
    return (
      <div role="status" className="flex flex-col gap-2">
        <span className="sr-only">{t(($) => $.prompts.choose.loading)}</span>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-12" />
        ))}
      </div>
    );
  }
  // A visitor without an account has no contents.
  if (failed && failed.code !== 'unauthenticated')
    return <ErrorState message={failed.message} code={failed.code} onRetry={() => void query.refetch()} layout="row" />;
  const contents = (query.data?.uniqueVideos ?? []).filter(({ status }) => status === 'completed');
  if (contents.length === 0) {
    return (
      <EmptyState
        title={t(($) => $.prompts.choose.empty)}
        action={
          <Button variant="primary" asChild>
            <Link to="/">{t(($) => $.prompts.choose.start)}</Link>
          </Button>
        }
      />
    );
  }
  const matching = contents.filter(({ title }) => title.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <>
      {contents.length > 6 ? (
        <Input
          type="search"
          value={wanted}
          aria-label={t(($) => $.prompts.choose.search)}
          placeholder={t(($) => $.prompts.choose.search)}
          onChange={(event) => setWanted(event.target.value)}
          className="mb-3"
        />
      ) : null}
      {matching.length === 0 ? <p className="text-sm text-soft">{t(($) => $.prompts.choose.noMatch)}</p> : null}
      <ul aria-label={t(($) => $.prompts.choose.recent)} className="-mx-2 flex flex-col">
        {matching.map(({ content_id, title, cover_url }) => (
          <li key={content_id}>
            <button
              type="button"
              onClick={() => onChoose(content_id)}
              className="flex w-full items-center gap-3 rounded-md p-2 text-start text-sm hover:bg-hover"
            >
              <Cover src={cover_url} className="w-16" />
              <span className="line-clamp-2 min-w-0">{title}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
