import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { needsSignIn } from '#lib/client-error.ts';
import { showToast } from '#ui/toast/toast.ts';

type Way = { label: string; onAction: () => void };

/** Says what failed (translated by the caller) and why. Where an account is missing or a session has ended, offers sign-in. */
export function useFailureToast(): (title: string, error: unknown, way?: Way) => void {
  const { t } = useTranslation();
  const toText = useErrorText();
  return (title, error, way) => {
    const { message, code, asksForCode } = toText(error);
    const signIn = { label: t(($) => $.common.signIn), onAction: () => window.location.assign('/user/sign-in') };
    const action = way ?? (needsSignIn(code) ? signIn : undefined);
    showToast({
      tone: 'error',
      message: title,
      description: asksForCode ? `${message} (${code})` : message,
      ...(action === undefined ? {} : { action }),
    });
  };
}
