import { useQuery } from '@tanstack/react-query';
import { Crown, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { may } from '#lib/roles.ts';
import { useTRPC, useTRPCClient } from '#rpc/client.tsx';
import { saveAnswer } from '#ui/browser/save-answer.ts';
import { Button } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#ui/overlays/dropdown-menu.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { type BatchFormat, batchFormatNames, batchFormats, mostExportedAtOnce } from '../../shared/batch-formats.ts';
import { exportBatchPath } from '../../shared/export-path.ts';
import { UpgradeModal } from './upgrade-modal.tsx';

export function ExportMany({ contentIds }: { contentIds: readonly string[] }) {
  const { t } = useTranslation();
  const failed = useFailureToast();
  const formatter = useFormat();
  const client = useTRPCClient();
  const me = useQuery(useTRPC().account.me.queryOptions());
  const [upgrade, setUpgrade] = useState(false);
  const [busy, setBusy] = useState(false);
  const role = me.data?.user?.role ?? 'guest';

  async function save(format: BatchFormat): Promise<void> {
    if (batchFormats[format].isPro && !may(role, 'exportProFormats')) return setUpgrade(true);
    const most = mostExportedAtOnce(format);
    if (contentIds.length > most) {
      showToast({ tone: 'error', message: t(($) => $.exportBatch.tooMany, { most: formatter.number(most) }) });
      return;
    }
    const notSaved = t(($) => $.exportBatch.failed);
    setBusy(true);
    try {
      const wanted = { contentIds: [...contentIds], format };
      const { ready, missing } = await client.exports.check.query(wanted);
      if (ready.length === 0) return failed(notSaved, { code: 'export_nothing' });
      if (missing > 0) return failed(notSaved, { code: 'export_incomplete', params: { ready: ready.length, missing } });
      saveAnswer(exportBatchPath(format), { contentIds: ready.join(',') });
      showToast({
        tone: 'info',
        message: t(($) => $.exportBatch.saving, { count: ready.length, formatted: formatter.number(ready.length) }),
        description: t(($) => $.exportBatch.byBrowser),
      });
    } catch (error) {
      failed(notSaved, error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm" variant="ghost" loading={busy}>
            <Download aria-hidden className="size-4" />
            {t(($) => $.exportBatch.action)}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {batchFormatNames.map((format) => (
            <DropdownMenuItem key={format} onSelect={() => void save(format)}>
              <span className="grow">{batchFormats[format].name}</span>
              {batchFormats[format].isPro ? (
                <>
                  <Crown aria-hidden className="size-4 text-accent-ink" />
                  <span className="sr-only">{t(($) => $.exportBatch.forMembers)}</span>
                </>
              ) : null}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      <UpgradeModal open={upgrade} onOpenChange={setUpgrade} />
    </>
  );
}
