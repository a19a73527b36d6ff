import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { Moves } from './use-move-to-collection.ts';

const NameDialog = lazyPart(async () => (await import('../name-dialog.tsx')).NameDialog);

type NewCollectionWithProps = {
  moves: Moves;
  contentIds: readonly string[];
  from?: string | null | undefined;
  description?: string | undefined;
  onClose: () => void;
};

export function NewCollectionWith({ moves, contentIds, from = null, description, onClose }: NewCollectionWithProps) {
  const { t } = useTranslation();
  return (
    <Suspense>
      <NameDialog
        title={t(($) => $.collections.sidebar.create)}
        description={description}
        initial=""
        saveLabel={t(($) => $.collectionMoves.save)}
        saving={moves.creating}
        onSave={(name) => moves.createWith(name, { contentIds, from }, onClose)}
        onClose={onClose}
      />
    </Suspense>
  );
}
