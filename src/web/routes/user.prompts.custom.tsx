import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { loadPromptWords } from '#features/prompts/ui/load-words.ts';
import { OwnPrompts } from '#features/prompts/ui/own-prompts.tsx';
import { useRunFromList } from '#features/prompts/ui/use-run-from-list.ts';
import { Button } from '#ui/button.tsx';
import { usePageTitle } from '#web/shell/page-title.ts';

export const Route = createFileRoute('/user/prompts/custom')({ loader: loadPromptWords, component: OwnPromptsRoute });

function OwnPromptsRoute() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.prompts.own.title));
  const navigate = Route.useNavigate();
  const run = useRunFromList(
    (contentId, promptId) =>
      void navigate({ to: '/content/$contentId', params: { contentId }, search: { tab: `custom-${promptId}` } }),
  );
  return (
    <OwnPrompts
      onRun={run}
      browse={
        <Button asChild>
          <Link to="/user/prompts/public">{t(($) => $.prompts.own.browse)}</Link>
        </Button>
      }
    />
  );
}
