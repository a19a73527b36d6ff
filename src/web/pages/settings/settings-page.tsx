import { AudioLines, Bookmark, Bot, HardDrive, Hourglass, KeyRound, type LucideIcon, Palette, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountSettings } from '#features/account/ui/account-settings.tsx';
import { ModelSettings } from '#features/credentials/ui/model-settings.tsx';
import { SiteSignIns } from '#features/credentials/ui/site-sign-ins.tsx';
import { TimeSettings } from '#features/metering/ui/time-settings.tsx';
import { MyData } from '#features/my-data/ui/my-data.tsx';
import { SpeechModels } from '#features/speech/ui/speech-models.tsx';
import { useSendFile } from '#features/uploads/ui/send-file.ts';
import { SectionFrame } from '../section-frame.tsx';
import { Appearance } from './appearance.tsx';
import { BookmarkAndApp } from './bookmark-and-app.tsx';
import { type SettingsSectionId, settingsSections } from './sections.ts';

const icons: Record<SettingsSectionId, LucideIcon> = {
  model: Bot,
  speech: AudioLines,
  'sign-ins': KeyRound,
  account: UserRound,
  time: Hourglass,
  appearance: Palette,
  doors: Bookmark,
  'my-data': HardDrive,
};

function OwnData() {
  return <MyData sendFile={useSendFile()} />;
}

const parts: Record<SettingsSectionId, ReactNode> = {
  model: <ModelSettings />,
  speech: <SpeechModels />,
  'sign-ins': <SiteSignIns />,
  account: <AccountSettings />,
  time: <TimeSettings />,
  appearance: <Appearance />,
  doors: <BookmarkAndApp />,
  'my-data': <OwnData />,
};

export function SettingsPage({ section }: { section: SettingsSectionId }) {
  const { t } = useTranslation();
  const sections = settingsSections.map((id) => ({
    id,
    label: t(($) => $.shell.settings[id]),
    icon: icons[id],
    link: { to: '/user/settings', search: { section: id } } as const,
  }));
  return (
    <SectionFrame title={t(($) => $.shell.nav.settings)} sections={sections} current={section}>
      {parts[section]}
    </SectionFrame>
  );
}
