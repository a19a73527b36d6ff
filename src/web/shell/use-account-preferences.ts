import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { changeLanguage } from '#i18n/language.ts';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { useTRPC } from '#rpc/client.tsx';
import { setTheme, useTheme } from '#web/theme.ts';

/**
 * Language and theme belong to the account. The page begins with this browser's choice, so that nothing flashes; the account's
 * choice then replaces it, also in this browser.
 */
export function useAccountPreferences(): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const language = useInterfaceLanguage();
  const theme = useTheme();
  const user = useQuery(trpc.account.me.queryOptions()).data?.user;
  const account = user && !user.isAnonymous ? user : null;
  /** Choices that need not be saved: they came from the account, or were there before it. */
  const known = useRef({ language, theme });
  const save = useMutation(
    trpc.account.savePreferences.mutationOptions({
      onMutate: (chosen) =>
        queryClient.setQueryData(trpc.account.me.queryKey(), (me) => (me?.user ? { user: { ...me.user, ...chosen } } : me)),
    }),
  );

  const take = useEffectEvent(() => {
    known.current = { language: account?.language ?? language, theme: account?.theme ?? theme };
    setTheme(known.current.theme);
    // A language whose words cannot be fetched: the page stays as it is, and tries again when it is next opened.
    changeLanguage(known.current.language).catch(() => undefined);
  });
  const accountId = account?.id;
  const said = `${account?.language} ${account?.theme}`;
  useEffect(() => {
    if (accountId !== undefined && said !== '') take();
  }, [accountId, said]);

  const give = useEffectEvent(() => {
    const before = known.current;
    known.current = { language, theme };
    if (account === null) return;
    const chosen = {
      ...(language === before.language ? {} : { language }),
      ...(theme === before.theme ? {} : { theme }),
    };
    if (Object.keys(chosen).length > 0) save.mutate(chosen);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for these choices only
  useEffect(() => give(), [language, theme]);
}
