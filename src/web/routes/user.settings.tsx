import { createFileRoute } from '@tanstack/react-router';
import { loadAccountWords } from '#features/account/ui/load-words.ts';
import { loadCredentialWords } from '#features/credentials/ui/load-words.ts';
import { loadMeteringWords } from '#features/metering/ui/load-words.ts';
import { loadMyDataWords } from '#features/my-data/ui/load-words.ts';
import { loadSpeechWords } from '#features/speech/ui/load-words.ts';
import { type SettingsSectionId, sectionOf } from '../pages/settings/sections.ts';
import { SettingsPage } from '../pages/settings/settings-page.tsx';

export const Route = createFileRoute('/user/settings')({
  validateSearch: ({ section }): { section?: SettingsSectionId } =>
    section === undefined ? {} : { section: sectionOf(section) },
  loader: async () => {
    await Promise.all([loadSpeechWords(), loadCredentialWords(), loadAccountWords(), loadMeteringWords(), loadMyDataWords()]);
  },
  component: SettingsRoute,
});

function SettingsRoute() {
  const { section } = Route.useSearch();
  return <SettingsPage section={sectionOf(section)} />;
}
