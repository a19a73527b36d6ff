import { Link } from '@tanstack/react-router';
import { AudioLines, KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';

type Section = 'speech' | 'sign-ins' | 'model-key';

/** Settings sections by error code. */
const sectionsOf: Readonly<Record<string, Section>> = {
  speech_not_configured: 'speech',
  speech_model_missing: 'speech',
  speech_model_broken: 'speech',
  speech_model_unreachable: 'speech',
  site_login_needed: 'sign-ins',
  credential_invalid: 'sign-ins',
  own_key_refused: 'model-key',
  own_key_quota: 'model-key',
};

export function isAboutSettings(code: string | null | undefined): boolean {
  return Object.hasOwn(sectionsOf, code ?? '');
}

/** Nothing for problems without a section. */
export function SettingsLink({ code, size = 'md' }: { code: string; size?: 'sm' | 'md' }) {
  const { t } = useTranslation();
  const section = sectionsOf[code];
  if (section === undefined) return null;
  const Icon = section === 'speech' ? AudioLines : KeyRound;
  return (
    <Button size={size} variant={size === 'md' ? 'primary' : 'secondary'} asChild>
      <Link to="/user/settings" hash={section}>
        <Icon aria-hidden className="size-4" />
        {t(($) => $.summaries.run.settings[section])}
      </Link>
    </Button>
  );
}
