import { clsx } from 'clsx';
import { Monitor, Moon, Sun } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '#i18n/language.ts';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { interfaceLanguages, languages } from '#lib/languages.ts';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { setTheme, themes, useTheme } from '#web/theme.ts';

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

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  );
}

type ChoiceProps = { group: string; checked: boolean; lang?: string; onChoose: () => void; children: ReactNode };

function Choice({ group, checked, lang, onChoose, children }: ChoiceProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      lang={lang}
      className={clsx(
        'relative flex h-11 cursor-pointer items-center gap-2 rounded-md border px-4 text-sm transition-colors md:h-10 has-focus-visible:outline-2 has-focus-visible:outline-focus [&_svg]:size-4',
        checked ? 'border-accent bg-accent-soft font-medium text-ink' : 'border-line bg-surface text-soft hover:bg-hover',
      )}
    >
      <input
        id={id}
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {children}
    </label>
  );
}
