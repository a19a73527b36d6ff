import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { OwnModelKey } from '#features/account/ui/model-key.tsx';
import { SiteSignIns } from '#features/account/ui/site-sign-ins.tsx';
import { SpeechModels } from '#features/speech/ui/speech-models.tsx';
import { loadSettingsWords } from '#web/i18n/language.ts';

export const Route = createFileRoute('/user/settings')({ loader: loadSettingsWords, component: SettingsRoute });

function SettingsRoute() {
  const { t } = useTranslation();
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-10 px-4 pt-6 pb-16 md:px-8">
      <h1 className="-mb-4 text-2xl font-semibold">{t(($) => $.settings.title)}</h1>
      <SpeechModels />
      <OwnModelKey />
      <SiteSignIns />
    </div>
  );
}
