import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import type { ModelTrial } from '../contract.ts';

const offered = 12;

type KeyTrialProps = { trial: ModelTrial; saving: boolean; onModel: (model: string) => void; onSave: () => void };

export function KeyTrial({ trial: { problem, models }, saving, onModel, onSave }: KeyTrialProps) {
  const { t } = useTranslation();
  if (problem === null) return null;
  const others = problem === 'model' ? (models ?? []).slice(0, offered) : [];
  return (
    <div role="alert" className="space-y-3 rounded-md border border-line bg-sunken p-3 text-sm">
      <p className="flex gap-2">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
        <span>{t(($) => $.credentials.trial[problem])}</span>
      </p>
      {others.length > 0 ? (
        <div>
          <p className="mb-2 text-soft">{t(($) => $.credentials.modelKey.chooseModel)}</p>
          <ul className="flex flex-wrap gap-2">
            {others.map((model) => (
              <li key={model} className="max-w-full">
                <Button size="sm" className="max-w-full" onClick={() => onModel(model)}>
                  <span className="truncate">{model}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" loading={saving} onClick={onSave}>
          {t(($) => $.credentials.modelKey.saveAnyway)}
        </Button>
        <span className="text-soft">{t(($) => $.credentials.modelKey.notSaved)}</span>
      </div>
    </div>
  );
}
