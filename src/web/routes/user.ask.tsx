import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { pickAskAddress, scopeOf } from '#features/ask/shared/ask-address.ts';
import { AskPage } from '#features/ask/ui/ask-page.tsx';
import { loadAskWords } from '#features/ask/ui/load-words.ts';
import { CitedContent } from '#web/pages/ask/cited-content.tsx';
import { loadCitedWords } from '#web/pages/ask/load-words.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { useNoteOptions } from '#web/use-note-options.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const Route = createFileRoute('/user/ask')({
  validateSearch: pickAskAddress,
  loader: async () => {
    await Promise.all([loadAskWords(), loadCitedWords()]);
  },
  component: AskRoute,
});

function AskRoute() {
  const { t } = useTranslation();
  const { noteLanguage } = useNoteOptions();
  const address = Route.useSearch();
  const navigate = Route.useNavigate();
  const scope = useMemo(() => scopeOf(address), [address]);
  usePageTitle(t(($) => $.ask.title));
  const { id, ...rest } = address;
  return (
    <AskPage
      scope={scope}
      answerId={id !== undefined && uuid.test(id) ? id : null}
      noteLanguage={noteLanguage}
      renderCited={CitedContent}
      onOpen={(next) => void navigate({ search: next === null ? rest : { ...rest, id: next } })}
    />
  );
}
