import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useTRPC } from '#rpc/client.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { showToast } from '#ui/toast/toast.ts';

const NameDialog = lazyPart(async () => (await import('./name-dialog.tsx')).NameDialog);

export function NewCollection({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const say = useFailureToast();
  const create = useMutation(
    trpc.share.createCollection.mutationOptions({
      onSuccess: ({ collection: { name } }) => {
        onClose();
        showToast({ tone: 'success', message: t(($) => $.collections.toast.createdEmpty, { name }) });
      },
      onError: (error, { name }) =>
        say(
          t(($) => $.collections.toast.createFailed, { name }),
          error,
        ),
      onSettled: () => queryClient.invalidateQueries(trpc.share.pathFilter()),
    }),
  );
  return (
    <Suspense>
      <NameDialog
        title={t(($) => $.collections.sidebar.create)}
        initial=""
        saveLabel={t(($) => $.collections.sidebar.save)}
        saving={create.isPending}
        onSave={(name) => create.mutate({ name })}
        onClose={onClose}
      />
    </Suspense>
  );
}
