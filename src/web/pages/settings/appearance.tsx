import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '#i18n/language.ts';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { interfaceLanguages, languages } from '#lib/languages.ts';
import { themes } from '#lib/themes.ts';
import { Choice, Choices } from '#ui/choices.tsx';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { setTheme, useTheme } from '#web/theme.ts';

const themeIcons = { light: <Sun aria-hidden />, dark: <Moon aria-hidden />, system: <Monitor aria-hidden /> };

export function Appearance() {
  const { t } = useTranslation();
  const language = useInterfaceLanguage();
  const theme = useTheme();
  const themeNames = {
    light: t(($) => $.shell.user.themeLight),
    dark: t(($) => $.shell.user.themeDark),
    system: t(($) => $.shell.user.themeSystem),
  };
  return (
    <SettingsSection title={t(($) => $.shell.settings.appearance)} lead={t(($) => $.shell.settings.appearanceLead)}>
      <SettingsCard problem={null} loading="">
        <div className="space-y-6 p-4">
          <Choices legend={t(($) => $.shell.user.language)}>
            {interfaceLanguages.map((one) => (
              <Choice
                key={one}
                group="language"
                checked={one === language}
                lang={languages[one].locale}
                onChoose={() => {
                  changeLanguage(one).catch(() => showToast({ tone: 'error', message: t(($) => $.shell.user.languageFailed) }));
                }}
              >
                {languages[one].nativeName}
              </Choice>
            ))}
          </Choices>
          <Choices legend={t(($) => $.shell.user.theme)}>
            {themes.map((one) => (
              <Choice key={one} group="theme" checked={one === theme} onChoose={() => setTheme(one)}>
                {themeIcons[one]}
                {themeNames[one]}
              </Choice>
            ))}
          </Choices>
        </div>
      </SettingsCard>
    </SettingsSection>
  );
}
