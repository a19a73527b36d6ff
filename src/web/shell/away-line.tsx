import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useServerAway } from '#rpc/offline-answers.ts';
import { Button } from '#ui/button.tsx';

/** Says that the page shows stored answers. It is above the page, so that nothing moves. */
export function AwayLine() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const away = useServerAway();
  useEffect(() => {
    if (!away) return;
    const again = () => void queryClient.invalidateQueries();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [away, queryClient]);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-2 bottom-18 z-40 flex justify-center md:bottom-4">
      {away ? (
        <div className="pointer-events-auto flex max-w-lg items-center gap-3 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 text-sm shadow-overlay">
          <CloudOff aria-hidden className="size-4 shrink-0 text-soft" />
          <p>{t(($) => $.shell.away.text)}</p>
          <Button size="sm" onClick={() => void queryClient.invalidateQueries()}>
            {t(($) => $.shell.away.retry)}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
