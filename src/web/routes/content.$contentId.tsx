import { createFileRoute, Link } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatExtension } from '#features/chat/ui/use-chat-extension.tsx';
import { useCollectionsAction } from '#features/collections/ui/use-collections-action.tsx';
import { ExportItems } from '#features/exports/ui/export-items.tsx';
import { LinkExportMenu } from '#features/exports/ui/link-export-menu.tsx';
import { useHighlightsExtension } from '#features/highlights/ui/use-highlights-extension.tsx';
import { useCommentAction } from '#features/links/ui/comment-action.tsx';
import type { ExportMenu } from '#features/links/ui/comment-form.tsx';
import { usePromptExtension } from '#features/prompts/ui/use-prompt-extension.tsx';
import { useShareAction } from '#features/sharing/ui/use-share-action.tsx';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { Button } from '#ui/button.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';
import { ContentPage } from '../pages/content/content-page.tsx';
import { loadContentPageWords } from '../pages/content/load-words.ts';
import { isTextBeside, useChatOpen } from '../pages/content/study/study-state.ts';
import { tabOf } from '../pages/content/tab-of-address.ts';

export const Route = createFileRoute('/content/$contentId')({
  validateSearch: (search: Record<string, unknown>): ContentSearch => ({
    ...(search.tab === undefined ? {} : { tab: tabOf(search.tab) }),
    ...placeOf(search),
    ...(typeof search.highlight === 'string' && uuid.test(search.highlight) ? { highlight: search.highlight } : {}),
  }),
  loader: loadContentPageWords,
  component: ContentRoute,
});

/** `t` (seconds), `p` (paragraph) and `highlight` (id): the place that a link leads to. */
type ContentSearch = { tab?: string; t?: number; p?: number; highlight?: string };

function placeOf(search: Record<string, unknown>): Pick<ContentSearch, 't' | 'p'> {
  const [t, p] = [Number(search.t ?? Number.NaN), Number(search.p ?? Number.NaN)];
  if (Number.isFinite(t) && t >= 0 && t < 10_000_000) return { t };
  return Number.isInteger(p) && p >= 0 && p < 10_000_000 ? { p } : {};
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const exportMenu: ExportMenu = (link) => <LinkExportMenu {...link} />;

function ContentRoute() {
  const { contentId } = Route.useParams();
  const { tab = 'outline', t: second, p, highlight = null } = Route.useSearch();
  const start = useMemo<NoteAnchor | null>(
    () =>
      second !== undefined
        ? { kind: 'time', ms: Math.round(second * 1000) }
        : p !== undefined
          ? { kind: 'paragraph', id: p }
          : null,
    [second, p],
  );
  const navigate = Route.useNavigate();
  const [titled, setTitled] = useState<{ contentId: string; title: string | null } | null>(null);
  // While another content loads, or where it cannot be read, the title is not the last one's.
  const title = titled?.contentId === contentId ? titled.title : null;
  const handleTitle = useCallback((next: string | null) => setTitled({ contentId, title: next }), [contentId]);
  usePageTitle(title);

  const atPlace = start !== null || highlight !== null;
  const address = useRef({ contentId, tab, atPlace });
  // Before the effects of the page below, which may go to the place at once.
  useLayoutEffect(() => {
    address.current = { contentId, tab, atPlace };
  });
  const handleTab = useCallback(
    (next: string) => {
      // What was begun on a page that was left has its tab there.
      if (address.current.contentId !== contentId) return;
      // No entry in the history for the tab that is shown, nor after a link to a place: Back would never get past it.
      const replace = next === address.current.tab || address.current.atPlace;
      void navigate({ search: { tab: next }, resetScroll: false, replace });
    },
    [contentId, navigate],
  );
  const handleText = useCallback(
    (next: string) => {
      if (next !== 'article' || !isTextBeside()) handleTab(next);
    },
    [handleTab],
  );
  const highlights = useHighlightsExtension(contentId, { first: highlight, onTab: handleText });

  const [chatOpen, setChatOpen] = useChatOpen();
  const chat = useChatExtension(contentId, { open: chatOpen, onOpenChange: setChatOpen });

  const collections = useCollectionsAction(contentId, { enabled: uuid.test(contentId) });
  const share = useShareAction(contentId);
  const comment = useCommentAction(contentId, exportMenu);

  const handlePromptTab = useCallback((next: `custom-${string}` | null) => handleTab(next ?? 'outline'), [handleTab]);
  const prompts = usePromptExtension({
    contentId,
    tab,
    onTab: handlePromptTab,
    enabled: uuid.test(contentId),
  });

  const extensions = useMemo(
    () => ({
      tabs: [highlights.tab, ...prompts.tabs],
      marks: highlights.marks,
      downloads: <ExportItems contentId={contentId} title={title ?? ''} />,
      chat,
      actions: [prompts.action, collections, share, ...(comment.action ? [comment.action] : [])],
      overlay: (
        <>
          {highlights.overlay}
          {prompts.overlay}
          {comment.dialog}
        </>
      ),
    }),
    [contentId, title, highlights, chat, prompts, collections, share, comment.action, comment.dialog],
  );

  if (!uuid.test(contentId)) return <ContentNotFound />;
  return (
    <div className="flex min-w-0 grow flex-col">
      <ContentPage
        // State of one content (player, folds, search) must not move to the next.
        key={contentId}
        contentId={contentId}
        tab={tab}
        onTab={handleTab}
        onTitle={handleTitle}
        onDeleted={() => void navigate({ to: '/' })}
        notFound={<ContentNotFound />}
        start={start}
        extensions={extensions}
      />
    </div>
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
