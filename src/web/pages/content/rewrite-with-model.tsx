import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useSummarizeAgain } from '#features/summaries/ui/use-run-actions.ts';
import { modelName } from '#lib/model-name.ts';

/** For excerpts from before there was a model. Those that the user edited, or that a limit of cost asked for, stay as they are. */
export function RewriteWithModel({ detail }: { detail: ContentOverview }) {
  const { t } = useTranslation();
  const { contentId, noteMethod, availableModel, noteEdited, costLimited, run } = detail;
  const again = useSummarizeAgain(contentId, true);
  if (noteMethod !== 'extractive' || availableModel === null || noteEdited || costLimited || run !== null) return null;
  return (
    <button
      type="button"
      disabled={again.isPending}
      onClick={() => again.mutate({ contentId })}
      className="min-h-6 rounded-sm underline decoration-line-strong underline-offset-4 hover:text-ink disabled:opacity-55"
    >
      {t(($) => $.summaries.again.withModel, { model: modelName(availableModel) })}
    </button>
  );
}
