import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Contrast, Keyboard, Languages, LogOut, type LucideIcon, Settings, Signpost, SquarePen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '#features/account/ui/use-sign-out.ts';
import { changeLanguage } from '#i18n/language.ts';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { interfaceLanguages, languages } from '#lib/languages.ts';
import { themes } from '#lib/themes.ts';
import { useTRPC } from '#rpc/client.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { type NavCategory, type NavEntry, navTree } from '#web/shell/nav/nav-tree.ts';
import { useNewSummary } from '#web/shell/new-summary.ts';
import { startTour } from '#web/shell/tour/tour-state.ts';
import { setTheme, useTheme } from '#web/theme.ts';

export type Command = {
  id: string;
  label: string;
  icon: LucideIcon;
  /** It opens another page, which takes the focus. */
  moves?: boolean;
  run: () => void;
};

export function useCommands(onShowShortcuts: () => void): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const newSummary = useNewSummary();
  const language = useInterfaceLanguage();
  const theme = useTheme();
  const user = useQuery(useTRPC().account.me.queryOptions()).data?.user;
  const signOut = useSignOut(t(($) => $.shell.user.signOutFailed));
  const themeNames = {
    light: t(($) => $.shell.user.themeLight),
    dark: t(($) => $.shell.user.themeDark),
    system: t(($) => $.shell.user.themeSystem),
  };
  const pages: Command[] = navTree
    .flatMap((entry): (NavEntry | NavCategory)[] => ('children' in entry ? [entry, ...entry.children] : [entry]))
    .flatMap((entry) => {
      if (!('to' in entry) || entry.to === undefined || entry.to === '/') return [];
      const { to, icon } = entry;
      const name = t(($) => $.shell.nav['id' in entry ? entry.id : entry.name]);
      return [{ id: `go ${to}`, label: t(($) => $.palette.go, { name }), icon, moves: true, run: () => void navigate({ to }) }];
    });
  return [
    { id: 'new', label: t(($) => $.shell.nav.newSummary), icon: SquarePen, moves: true, run: newSummary },
    ...pages,
    {
      id: 'go /user/settings',
      label: t(($) => $.palette.go, { name: t(($) => $.shell.nav.settings) }),
      icon: Settings,
      moves: true,
      run: () => void navigate({ to: '/user/settings' }),
    },
    ...themes
      .filter((one) => one !== theme)
      .map((one) => ({
        id: `theme ${one}`,
        label: t(($) => $.palette.theme, { name: themeNames[one] }),
        icon: Contrast,
        run: () => setTheme(one),
      })),
    ...interfaceLanguages
      .filter((one) => one !== language)
      .map((one) => ({
        id: `language ${one}`,
        label: t(($) => $.palette.language, { name: languages[one].nativeName }),
        icon: Languages,
        run: () =>
          void changeLanguage(one).catch(() => showToast({ tone: 'error', message: t(($) => $.shell.user.languageFailed) })),
      })),
    { id: 'shortcuts', label: t(($) => $.palette.shortcuts), icon: Keyboard, run: onShowShortcuts },
    { id: 'tour', label: t(($) => $.shell.shortcuts.tour), icon: Signpost, run: startTour },
    ...(user && !user.isAnonymous && !user.isOwner
      ? [{ id: 'sign-out', label: t(($) => $.palette.signOut), icon: LogOut, run: () => signOut.mutate() }]
      : []),
  ];
}
