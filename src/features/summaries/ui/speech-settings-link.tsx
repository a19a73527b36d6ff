import { Link } from '@tanstack/react-router';
import { AudioLines } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';

/** What can be put right on the settings page, where the models are. */
const aboutModels = ['speech_not_configured', 'speech_model_missing', 'speech_model_broken', 'speech_model_unreachable'];

export function isAboutSpeechModels(code: string | null | undefined): boolean {
  return aboutModels.includes(code ?? '');
}

export function SpeechSettingsLink({ size = 'md' }: { size?: 'sm' | 'md' }) {
  const { t } = useTranslation();
  return (
    <Button size={size} variant={size === 'md' ? 'primary' : 'secondary'} asChild>
      <Link to="/user/settings" hash="speech">
        <AudioLines aria-hidden className="size-4" />
        {t(($) => $.content.run.speechSettings)}
      </Link>
    </Button>
  );
}
