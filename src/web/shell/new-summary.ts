import { useNavigate } from '@tanstack/react-router';

export const captureFieldId = 'capture-field';

/** The field on the home page, from wherever one is. What is in it stays. */
export function useNewSummary(): () => void {
  const navigate = useNavigate();
  return () => {
    const field = document.getElementById(captureFieldId);
    if (field) field.focus();
    else void navigate({ to: '/', state: { capture: '' } });
  };
}
