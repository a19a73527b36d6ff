import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { SettingsCard, SettingsSection } from '#ui/settings-section.tsx';
import type { myDataPath } from '../contract.ts';
import { DeletionPart } from './deletion-part.tsx';
import { ImportPart } from './import-part.tsx';
import { Part } from './part.tsx';

/** Repeated so that the page does not load the contract's schemas; the type keeps them equal. */
const path: typeof myDataPath = '/api/my-data';

export function MyData({ sendFile }: { sendFile: (file: File) => Promise<string> }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const me = useQuery(trpc.account.me.queryOptions());
  const hasAccount = me.data?.user != null;
  const deletion = useQuery(trpc.myData.deletion.queryOptions(undefined, { enabled: hasAccount }));
  const error = useAppError(deletion.error ?? (me.data === undefined ? me.error : null));
  const isKnown = me.data?.user === null || deletion.data !== undefined;
  return (
    <SettingsSection title={t(($) => $.myData.title)} lead={t(($) => $.myData.lead)}>
      <SettingsCard
        loading={t(($) => $.common.loading)}
        problem={
          error && {
            ...error,
            title: t(($) => $.myData.loadFailed),
            retrying: deletion.isFetching || me.isFetching,
            onRetry: () => void (me.data === undefined ? me.refetch() : deletion.refetch()),
          }
        }
      >
        {isKnown ? (
          <div className="divide-y divide-line">
            <Part title={t(($) => $.myData.export.title)} text={t(($) => $.myData.export.text)}>
              {hasAccount ? (
                <Button asChild>
                  <a href={`${path}/archive`} download>
                    <Download aria-hidden className="size-4" />
                    {t(($) => $.myData.export.action)}
                  </a>
                </Button>
              ) : (
                <p className="text-sm text-soft">{t(($) => $.myData.export.nothing)}</p>
              )}
            </Part>
            <Part title={t(($) => $.myData.import.title)} text={t(($) => $.myData.import.text)}>
              <ImportPart sendFile={sendFile} hasAccount={hasAccount} />
            </Part>
            {deletion.data ? <DeletionPart deletion={deletion.data} /> : null}
          </div>
        ) : null}
      </SettingsCard>
    </SettingsSection>
  );
}
