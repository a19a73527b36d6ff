import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useNotePreferences } from '#features/summaries/ui/note-preferences.ts';
import { AddLink } from '#features/watch-later/ui/add-link.tsx';
import { loadWatchLaterWords } from '#features/watch-later/ui/load-words.ts';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { noteLanguageFor } from '#lib/languages.ts';
import { Button } from '#ui/button.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';

type AddSearch = { url?: string; queue?: string; playlist?: string };

/** `/add?url=…` from a bookmark or another program. `queue=1`: adds the link without opening it. */
export const Route = createFileRoute('/add')({
  validateSearch: ({ url, queue, playlist }: Record<string, unknown>): AddSearch => ({
    ...(typeof url === 'string' && url !== '' ? { url: url.slice(0, 4096) } : {}),
    ...(queue === '1' ? { queue } : {}),
    ...(playlist === '1' ? { playlist } : {}),
  }),
  loader: loadWatchLaterWords,
  component: AddRoute,
});

function AddRoute() {
  const { t } = useTranslation();
  const { url = '', queue, playlist } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { language, detail } = useNotePreferences();
  const interfaceLanguage = useInterfaceLanguage();
  usePageTitle(t(($) => $.watchLater.link.title));
  return (
    <AddLink
      key={url}
      url={url}
      queue={queue !== undefined}
      playlist={playlist !== undefined}
      noteOptions={{ noteLanguage: language ?? noteLanguageFor(interfaceLanguage), detail }}
      // The back button leads to the page before the link.
      onOpen={(contentId) => void navigate({ to: '/content/$contentId', params: { contentId }, replace: true })}
      onQueued={(watchLater) =>
        void navigate({
          to: '/user/videos',
          search: { ...(playlist === undefined ? {} : { playlist }), ...(watchLater ? { watchLater: 'true' } : {}) },
          replace: true,
        })
      }
      home={
        <Button variant="ghost" asChild>
          <Link to="/">{t(($) => $.watchLater.link.cancel)}</Link>
        </Button>
      }
    />
  );
}
