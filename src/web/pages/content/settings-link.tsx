import { Link } from '@tanstack/react-router';
import { AudioLines, Hourglass, KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import type { NextStep } from './next-step.ts';

const sections = ['speech', 'sign-ins', 'model', 'time'] as const satisfies readonly NextStep[];
type Section = (typeof sections)[number];

/** Null where no section of the settings helps. */
export function settingsSectionOf(step: NextStep): Section | null {
  return sections.find((section) => section === step) ?? null;
}

type SettingsLinkProps = { section: Section; size?: 'sm' | 'md'; main?: boolean };

export function SettingsLink({ section, size = 'md', main = size === 'md' }: SettingsLinkProps) {
  const { t } = useTranslation();
  const Icon = section === 'speech' ? AudioLines : section === 'time' ? Hourglass : KeyRound;
  return (
    <Button size={size} variant={main ? 'primary' : 'secondary'} asChild>
      <Link to="/user/settings" search={{ section }}>
        <Icon aria-hidden className="size-4" />
        {t(($) => $.summaries.run.settings[section])}
      </Link>
    </Button>
  );
}
