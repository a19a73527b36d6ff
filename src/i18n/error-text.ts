/** Errors in words of the user's language. */
import type { SelectorKey } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type ClientError, readError } from '#lib/client-error.ts';

export type AppErrorText = ClientError & { message: string };

/** Translates anything thrown by a call, or a `{code, params}` from the server. */
export function useErrorText(): (error: unknown) => AppErrorText {
  const { t, i18n } = useTranslation();
  return (error) => {
    const { code, params } = readError(error);
    const key = `errors.${code}`;
    const known = i18n.exists(key);
    return { code, params, message: t((known ? key : 'errors.internal') as SelectorKey, params) };
  };
}

/** The same for one error; null when there is none. */
export function useAppError(error: unknown): AppErrorText | null {
  const toText = useErrorText();
  return error === null || error === undefined ? null : toText(error);
}
