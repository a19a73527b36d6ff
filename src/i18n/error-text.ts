import type { SelectorKey } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type ClientError, readError } from '#lib/client-error.ts';

export type AppErrorText = ClientError & {
  message: string;
  /** The message asks to send the code to the administrator. */
  asksForCode: boolean;
};

/** Translates anything thrown by a call, or a `{code, params}` from the server. */
export function useErrorText(): (error: unknown) => AppErrorText {
  const { t, i18n } = useTranslation();
  return useCallback(
    (error) => {
      const { code, params } = readError(error);
      const key = `errors.${code}`;
      const known = i18n.exists(key);
      const shown = known ? key : 'errors.internal';
      return { code, params, message: t(shown as SelectorKey, params), asksForCode: shown === 'errors.internal' };
    },
    [t, i18n],
  );
}

export function useAppError(error: unknown): AppErrorText | null {
  const toText = useErrorText();
  return error === null || error === undefined ? null : toText(error);
}
