import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useSummarizeAgain } from '#features/summaries/ui/use-run-actions.ts';
import { modelName } from '#lib/model-name.ts';
import { LineButton } from './line-button.tsx';

/** For excerpts from before there was a model. Those that the user edited, or that a limit of cost asked for, stay as they are. */
export function RewriteWithModel({ detail }: { detail: ContentOverview }) {
  const { t } = useTranslation();
  const { contentId, noteMethod, availableModel, noteEdited, costLimited, run } = detail;
  const again = useSummarizeAgain(contentId, true);
  if (noteMethod !== 'extractive' || availableModel === null || noteEdited || costLimited || run !== null) return null;
  return (
    <LineButton disabled={again.isPending} onClick={() => again.mutate({ contentId })}>
      {t(($) => $.summaries.again.withModel, { model: modelName(availableModel) })}
    </LineButton>
  );
}
