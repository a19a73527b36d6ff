import { createFileRoute, Link } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportItems } from '#features/exports/ui/export-items.tsx';
import { ContentPage } from '#features/summaries/ui/content-page.tsx';
import { type ContentTab, tabOf } from '#features/summaries/ui/content-tabs.ts';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { Button } from '#ui/button.tsx';
import { loadContentWords } from '#web/i18n/language.ts';
import { usePageTitle } from '#web/shell/page-title.ts';

export const Route = createFileRoute('/content/$contentId')({
  validateSearch: (search: Record<string, unknown>): ContentSearch => ({
    ...(search.tab === undefined ? {} : { tab: tabOf(search.tab) }),
    ...placeOf(search),
  }),
  loader: loadContentWords,
  component: ContentRoute,
});

/** `t` (seconds) or `p` (paragraph) is the place that a link from outside leads to. */
type ContentSearch = { tab?: ContentTab; t?: number; p?: number };

function placeOf(search: Record<string, unknown>): Pick<ContentSearch, 't' | 'p'> {
  const [t, p] = [Number(search.t ?? Number.NaN), Number(search.p ?? Number.NaN)];
  if (Number.isFinite(t) && t >= 0 && t < 10_000_000) return { t };
  return Number.isInteger(p) && p >= 0 && p < 10_000_000 ? { p } : {};
}

/** What cannot be an id is not asked for. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function ContentRoute() {
  const { contentId } = Route.useParams();
  const { tab = 'outline', t, p } = Route.useSearch();
  const start = useMemo<NoteAnchor | null>(
    () => (t !== undefined ? { kind: 'time', ms: t * 1000 } : p !== undefined ? { kind: 'paragraph', id: p } : null),
    [t, p],
  );
  const navigate = Route.useNavigate();
  const [title, setTitle] = useState<string | null>(null);
  usePageTitle(title);

  const handleTab = useCallback((next: ContentTab) => void navigate({ search: { tab: next }, resetScroll: false }), [navigate]);

  const extensions = useMemo(
    () => ({ downloads: <ExportItems contentId={contentId} title={title ?? ''} /> }),
    [contentId, title],
  );

  if (!uuid.test(contentId)) return <ContentNotFound />;
  return (
    <ContentPage
      // Nothing of one content (its player, its folds, its search) belongs to the next.
      key={contentId}
      contentId={contentId}
      tab={tab}
      onTab={handleTab}
      onTitle={setTitle}
      onDeleted={() => void navigate({ to: '/' })}
      notFound={<ContentNotFound />}
      start={start}
      extensions={extensions}
    />
  );
}

function ContentNotFound() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.content.notFound.title));
  return (
    <div className="flex grow flex-col items-center justify-center px-6 py-16 text-center">
      <FileQuestion aria-hidden className="mb-4 size-8 text-faint" />
      <h1 className="text-2xl font-semibold">{t(($) => $.content.notFound.title)}</h1>
      <p className="mt-2 max-w-md text-base text-soft">{t(($) => $.content.notFound.message)}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Button variant="primary" asChild>
          <Link to="/">{t(($) => $.content.notFound.home)}</Link>
        </Button>
        <Button asChild>
          <Link to="/user/videos">{t(($) => $.content.notFound.records)}</Link>
        </Button>
      </div>
    </div>
  );
}
