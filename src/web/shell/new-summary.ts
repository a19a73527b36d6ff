import { useNavigate } from '@tanstack/react-router';

export const captureFieldId = 'capture-field';

/** Goes to the field on the home page, from any page. The field keeps its text. */
export function useNewSummary(): () => void {
  const navigate = useNavigate();
  return () => {
    const field = document.getElementById(captureFieldId);
    if (field) field.focus();
    else void navigate({ to: '/', state: { capture: '' } });
  };
}
