import { ListX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import type { NoteLanguage } from '#lib/languages.ts';
import type { NoteDetail } from '#lib/notes/note-details.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { PickerBody } from './picker-body.tsx';
import { PickerFooter } from './picker-footer.tsx';
import { PickerSkeleton } from './picker-skeleton.tsx';
import { type Playlist, usePlaylist } from './use-playlist.ts';
import { useQueueItems } from './use-queue-items.ts';

type PlaylistPickerProps = {
  url: string;
  noteLanguage: NoteLanguage;
  detail: NoteDetail;
  onClose: () => void;
  onQueued: () => void;
};

export function PlaylistPicker({ url, noteLanguage, detail, onClose, onQueued }: PlaylistPickerProps) {
  const { t } = useTranslation();
  const listing = usePlaylist(url);
  const error = useAppError(listing.error);
  const { view, items } = listing;
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [language, setLanguage] = useState(noteLanguage);
  const queue = useQueueItems({ onQueued });
  const description = useDescription(listing);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={view?.title ?? (error === null ? t(($) => $.listings.loadingTitle) : t(($) => $.listings.pick))}
      {...(description === null ? {} : { description })}
      className="sm:max-w-3xl [&_h2]:line-clamp-2 [&_h2]:wrap-anywhere sm:top-[6vh] sm:max-h-[88vh]"
      footer={
        view === null ? undefined : (
          <PickerFooter
            items={items}
            picked={picked}
            onPick={setPicked}
            language={language}
            onLanguage={setLanguage}
            queueing={queue.isPending}
            onQueue={() =>
              queue.mutate({
                listingId: view.listingId,
                positions: [...picked],
                noteLanguage: language,
                detail,
              })
            }
          />
        )
      }
    >
      {view !== null ? (
        <PickerBody listing={listing} picked={picked} onPick={setPicked} />
      ) : error === null ? (
        <PickerSkeleton />
      ) : error.code === 'listing_empty' ? (
        <EmptyState
          icon={<ListX />}
          title={t(($) => $.listings.emptyTitle)}
          description={t(($) => $.listings.empty)}
          action={<Button onClick={onClose}>{t(($) => $.common.close)}</Button>}
        />
      ) : (
        <ErrorState
          title={t(($) => $.listings.failed)}
          message={error.message}
          code={error.code}
          retrying={listing.reading}
          onRetry={listing.retry}
        />
      )}
    </Dialog>
  );
}

function useDescription({ view, items, complete }: Playlist): string | null {
  const { t } = useTranslation();
  const format = useFormat();
  if (view === null) return null;
  const count = Math.max(view.total ?? 0, items.length);
  const facts = [
    t(($) => $.listings.kind[view.kind]),
    view.siteName,
    complete || view.total !== null ? t(($) => $.listings.count, { count, replace: { count: format.number(count) } }) : null,
  ];
  return facts.filter((fact) => fact !== null).join(' · ');
}
