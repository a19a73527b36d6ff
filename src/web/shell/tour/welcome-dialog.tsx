import { useTranslation } from 'react-i18next';
import { touchQuery, useMediaQuery } from '#ui/browser/use-media-query.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { startTour } from './tour-state.ts';

export function WelcomeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const touch = useMediaQuery(touchQuery);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(($) => $.tour.welcome)}
      description={t(($) => (touch ? $.tour.leadTouch : $.tour.lead))}
      footer={
        <>
          <Button onClick={onClose}>{t(($) => $.tour.skip)}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              startTour();
            }}
          >
            {t(($) => $.tour.start)}
          </Button>
        </>
      }
    />
  );
}
