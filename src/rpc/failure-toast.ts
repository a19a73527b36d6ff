import { useErrorText } from '#rpc/client.tsx';
import { showToast } from '#ui/toast.ts';

/** Says in a toast what went wrong: what failed (translated by the caller), why, and the code to search for. */
export function useFailureToast(): (title: string, error: unknown) => void {
  const toText = useErrorText();
  return (title, error) => {
    const { message, code } = toText(error);
    showToast({ tone: 'error', message: title, description: `${message} (${code})` });
  };
}
