import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { loadPromptWords } from '#features/prompts/ui/load-words.ts';
import { OfficialPrompts } from '#features/prompts/ui/official-prompts.tsx';
import { useRunFromList } from '#features/prompts/ui/use-run-from-list.ts';
import { usePageTitle } from '#web/shell/page-title.ts';

export const Route = createFileRoute('/user/prompts/public')({ loader: loadPromptWords, component: OfficialPromptsRoute });

function OfficialPromptsRoute() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.prompts.official.title));
  const navigate = Route.useNavigate();
  const run = useRunFromList(
    (contentId, promptId) =>
      void navigate({ to: '/content/$contentId', params: { contentId }, search: { tab: `custom-${promptId}` } }),
  );
  return <OfficialPrompts onRun={run} />;
}
