import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { changeLanguage } from '#i18n/language.ts';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { useTRPC } from '#rpc/client.tsx';
import { setTheme, useTheme } from '#web/theme.ts';

/** The page begins with this browser's choice, so that nothing flashes; the account's then replaces it, also in this browser. */
export function useAccountPreferences(): void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const language = useInterfaceLanguage();
  const theme = useTheme();
  const answer = useQuery(trpc.account.me.queryOptions()).data;
  const isKnown = answer !== undefined;
  const account = answer?.user && !answer.user.isAnonymous ? answer.user : null;
  /** What the page showed last. A language is shown later than the account says it, once its words are there. */
  const shown = useRef({ language, theme });
  const save = useMutation(
    trpc.account.savePreferences.mutationOptions({
      onMutate: (chosen) =>
        queryClient.setQueryData(trpc.account.me.queryKey(), (me) => (me?.user ? { user: { ...me.user, ...chosen } } : me)),
    }),
  );

  // What was chosen before the account is known stays, and is saved once it is.
  const take = useEffectEvent(() => {
    if (account?.theme && theme === shown.current.theme) setTheme(account.theme);
    if (account?.language && language === shown.current.language) {
      // A language whose words cannot be fetched: the page stays as it is, and tries again when it is next opened.
      changeLanguage(account.language).catch(() => undefined);
    }
  });
  const accountId = account?.id;
  const said = `${account?.language} ${account?.theme}`;
  useEffect(() => {
    if (accountId !== undefined && said !== '') take();
  }, [accountId, said]);

  const give = useEffectEvent(() => {
    if (!isKnown) return;
    const before = shown.current;
    shown.current = { language, theme };
    if (account === null) return;
    // What changed to the account's own choice was taken from it.
    const chosen = {
      ...(language === before.language || language === account.language ? {} : { language }),
      ...(theme === before.theme || theme === account.theme ? {} : { theme }),
    };
    if (Object.keys(chosen).length > 0) save.mutate(chosen);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for these choices only
  useEffect(() => give(), [language, theme, isKnown]);
}
