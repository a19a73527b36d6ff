import { useErrorText } from '#i18n/error-text.ts';
import { showToast } from '#ui/toast/toast.ts';

/** What the toast offers to do about it. */
type Way = { label: string; onAction: () => void };

/** Says in a toast what went wrong: what failed (translated by the caller) and why; a code only where the text asks to pass it on. */
export function useFailureToast(): (title: string, error: unknown, way?: Way) => void {
  const toText = useErrorText();
  return (title, error, way) => {
    const { message, code, asksForCode } = toText(error);
    showToast({
      tone: 'error',
      message: title,
      description: asksForCode ? `${message} (${code})` : message,
      ...(way === undefined ? {} : { action: way }),
    });
  };
}
