import { Link } from '@tanstack/react-router';
import { Compass, Keyboard, Languages, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '#i18n/language.ts';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { type InterfaceLanguage, interfaceLanguages, languages } from '#lib/languages.ts';
import type { Theme } from '#lib/themes.ts';
import { touchQuery, useMediaQuery } from '#ui/browser/use-media-query.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { startTour } from '#web/shell/tour/tour-state.ts';
import { UserMenuAccount } from '#web/shell/user-menu-account.tsx';
import { UserMenuButton } from '#web/shell/user-menu-button.tsx';
import { setTheme, useTheme } from '#web/theme.ts';

type UserMenuOpenProps = { rail: boolean; onShowShortcuts: () => void };

export function UserMenuOpen({ rail, onShowShortcuts }: UserMenuOpenProps) {
  const { t } = useTranslation();
  const language = useInterfaceLanguage();
  const theme = useTheme();
  const touch = useMediaQuery(touchQuery);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <UserMenuButton rail={rail} />
      </DropdownMenuTrigger>
      <DropdownMenuContent side="top" align="start" className="w-64">
        <UserMenuAccount />
        <DropdownMenuSeparator />
        <DropdownMenuLabel id="menu-language">{t(($) => $.shell.user.language)}</DropdownMenuLabel>
        <DropdownMenuRadioGroup
          aria-labelledby="menu-language"
          value={language}
          onValueChange={(value) => {
            changeLanguage(value as InterfaceLanguage).catch(() =>
              showToast({ tone: 'error', message: t(($) => $.shell.user.languageFailed) }),
            );
          }}
        >
          {interfaceLanguages.map((one) => (
            <DropdownMenuRadioItem key={one} value={one} lang={languages[one].locale}>
              <Languages aria-hidden />
              {languages[one].nativeName}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuLabel id="menu-theme">{t(($) => $.shell.user.theme)}</DropdownMenuLabel>
        <DropdownMenuRadioGroup aria-labelledby="menu-theme" value={theme} onValueChange={(value) => setTheme(value as Theme)}>
          <DropdownMenuRadioItem value="light">
            <Sun aria-hidden />
            {t(($) => $.shell.user.themeLight)}
          </DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="dark">
            <Moon aria-hidden />
            {t(($) => $.shell.user.themeDark)}
          </DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="system">
            <Monitor aria-hidden />
            {t(($) => $.shell.user.themeSystem)}
          </DropdownMenuRadioItem>
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link to="/user/settings">
            <Settings aria-hidden />
            {t(($) => $.shell.nav.settings)}
          </Link>
        </DropdownMenuItem>
        {touch ? (
          <DropdownMenuItem onSelect={startTour}>
            <Compass aria-hidden />
            {t(($) => $.shell.shortcuts.tour)}
          </DropdownMenuItem>
        ) : (
          <DropdownMenuItem onSelect={onShowShortcuts}>
            <Keyboard aria-hidden />
            {t(($) => $.shell.user.shortcuts)}
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
