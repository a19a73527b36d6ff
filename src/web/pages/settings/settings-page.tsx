import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { AudioLines, Bookmark, Bot, HardDrive, Hourglass, KeyRound, type LucideIcon, Palette, UserRound } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountSettings } from '#features/account/ui/account-settings.tsx';
import { ModelSettings } from '#features/credentials/ui/model-settings.tsx';
import { SiteSignIns } from '#features/credentials/ui/site-sign-ins.tsx';
import { TimeSettings } from '#features/metering/ui/time-settings.tsx';
import { MyData } from '#features/my-data/ui/my-data.tsx';
import { SpeechModels } from '#features/speech/ui/speech-models.tsx';
import { sendFile } from '#features/uploads/ui/send-file.ts';
import { Appearance } from './appearance.tsx';
import { Doors } from './doors.tsx';
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

const parts: Record<SettingsSectionId, ReactNode> = {
  model: <ModelSettings />,
  speech: <SpeechModels />,
  'sign-ins': <SiteSignIns />,
  account: <AccountSettings />,
  time: <TimeSettings />,
  appearance: <Appearance />,
  doors: <Doors />,
  'my-data': <MyData sendFile={sendFile} />,
};

export function SettingsPage({ section }: { section: SettingsSectionId }) {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-6 pb-16 md:px-8">
      <h1 id={heading} className="mb-4 text-2xl font-semibold md:mb-6">
        {t(($) => $.shell.nav.settings)}
      </h1>
      <div className="flex flex-col gap-6 md:flex-row md:gap-10">
        <nav aria-labelledby={heading} className="md:sticky md:top-20 md:w-52 md:shrink-0 md:self-start">
          <ul className="grid grid-cols-2 gap-1 md:grid-cols-1">
            {settingsSections.map((one) => (
              <li key={one}>
                <SectionLink section={one} current={one === section} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 max-w-3xl grow">{parts[section]}</div>
      </div>
    </div>
  );
}

function SectionLink({ section, current }: { section: SettingsSectionId; current: boolean }) {
  const { t } = useTranslation();
  const Icon = icons[section];
  return (
    <Link
      to="/user/settings"
      search={{ section }}
      resetScroll={false}
      aria-current={current ? 'page' : undefined}
      className={clsx(
        'flex min-h-11 items-center gap-2 rounded-md px-3 py-1 text-sm transition-colors md:min-h-10',
        current ? 'bg-hover font-medium text-ink' : 'text-soft hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {t(($) => $.shell.settings[section])}
    </Link>
  );
}
