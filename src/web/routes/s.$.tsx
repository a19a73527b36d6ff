import { createFileRoute, Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkExportMenu } from '#features/exports/ui/link-export-menu.tsx';
import { loadExportWords } from '#features/exports/ui/load-words.ts';
import { LinkPage } from '#features/links/ui/link-page.tsx';
import { loadLinkWords } from '#features/links/ui/load-words.ts';
import { Button } from '#ui/button.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { tabOf } from '../pages/content/tab-of-address.ts';
import { useNoteOptions } from '../use-note-options.ts';

/** The address is one encoded path segment (`/s/https%3A%2F%2Fexample.org`). `promptId` opens the tab of that prompt. */
export const Route = createFileRoute('/s/$')({
  validateSearch: (search: Record<string, unknown>): LinkSearch => ({
    ...(search.tab === undefined ? {} : { tab: tabOf(search.tab) }),
    ...(typeof search.promptId === 'string' && /^[\w-]{1,64}$/.test(search.promptId) ? { promptId: search.promptId } : {}),
  }),
  loader: async () => {
    await Promise.all([loadLinkWords(), loadExportWords()]);
  },
  component: LinkRoute,
});

type LinkSearch = { tab?: string; promptId?: string };

function LinkRoute() {
  const { t } = useTranslation();
  const { _splat: url = '' } = Route.useParams();
  const { tab, promptId } = Route.useSearch();
  const navigate = Route.useNavigate();
  const noteOptions = useNoteOptions();
  const [title, setTitle] = useState<string | null>(null);
  usePageTitle(title ?? t(($) => $.links.title));
  const wanted = promptId === undefined ? tab : (`custom-${promptId}` as const);
  const open = useCallback(
    (contentId: string, search: { tab?: string }) =>
      // The back button leads to the page before the link.
      void navigate({ to: '/content/$contentId', params: { contentId }, search, replace: true }),
    [navigate],
  );
  const handleContent = useCallback(
    (contentId: string) => open(contentId, wanted === undefined ? {} : { tab: wanted }),
    [open, wanted],
  );
  return (
    <LinkPage
      key={url}
      url={url}
      onContent={handleContent}
      onNote={(contentId) => open(contentId, {})}
      onTitle={setTitle}
      noteOptions={noteOptions}
      exportMenu={(link) => <LinkExportMenu {...link} />}
      home={
        <Button asChild>
          <Link to="/">{t(($) => $.links.home)}</Link>
        </Button>
      }
    />
  );
}
