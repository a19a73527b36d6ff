import { useErrorText } from '#i18n/error-text.ts';
import { showToast } from '#ui/toast/toast.ts';

/** What the toast offers to do about it. */
type Way = { label: string; onAction: () => void };

/** Says in a toast what went wrong: what failed (translated by the caller), why, and the code to search for. */
export function useFailureToast(): (title: string, error: unknown, way?: Way) => void {
  const toText = useErrorText();
  return (title, error, way) => {
    const { message, code } = toText(error);
    showToast({
      tone: 'error',
      message: title,
      description: `${message} (${code})`,
      ...(way === undefined ? {} : { action: way }),
    });
  };
}
