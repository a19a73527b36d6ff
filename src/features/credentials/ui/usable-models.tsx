import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#ui/format.ts';

const shown = 8;

export function UsableModels({ models, current }: { models: readonly string[]; current: string | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const others = models.filter((model) => model !== current);
  return (
    <div role="status" className="flex gap-2 text-sm">
      <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
      <p className="min-w-0 wrap-anywhere">
        {t(($) => $.credentials.modelKey.works, { model: current ?? '' })}{' '}
        {others.length === 0 ? null : (
          <span className="text-soft">
            {t(($) => $.credentials.modelKey.alsoUsable, {
              models: others.slice(0, shown).join(', '),
              more:
                others.length > shown
                  ? t(($) => $.credentials.modelKey.more, { more: format.number(others.length - shown) })
                  : '',
            })}
          </span>
        )}
      </p>
    </div>
  );
}
