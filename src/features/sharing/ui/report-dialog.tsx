import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { reportLength } from '#lib/input-limits.ts';
import { type ReportReason, reportReasons } from '#lib/report-reasons.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button } from '#ui/button.tsx';
import { Select, Textarea } from '#ui/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/toast/toast.ts';

export function ReportDialog({ collection, onClose }: { collection: string; onClose: () => void }) {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const id = useId();
  const failed = useFailureToast();
  const [reason, setReason] = useState<ReportReason>(reportReasons[0]);
  const [message, setMessage] = useState('');
  const send = useMutation(
    trpc.public.report.mutationOptions({
      onSuccess: () => {
        onClose();
        showToast({ tone: 'success', message: t(($) => $.sharing.toast.reported) });
      },
      onError: (error) =>
        failed(
          t(($) => $.sharing.toast.reportFailed),
          error,
        ),
    }),
  );
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t(($) => $.sharing.report.title)}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!send.isPending) send.mutate({ target: { kind: 'collection', id: collection }, reason, message });
        }}
      >
        <div>
          <label htmlFor={`${id}-reason`} className="mb-1.5 block text-sm font-medium">
            {t(($) => $.sharing.report.reason)}
          </label>
          <Select
            id={`${id}-reason`}
            value={reason}
            autoFocus
            onChange={(event) => setReason(reportReasons.find((one) => one === event.target.value) ?? 'other')}
          >
            {reportReasons.map((one) => (
              <option key={one} value={one}>
                {t(($) => $.sharing.report.reasons[one])}
              </option>
            ))}
          </Select>
        </div>
        <div>
          <label htmlFor={`${id}-message`} className="mb-1.5 block text-sm font-medium">
            {t(($) => $.sharing.report.message)}
          </label>
          <Textarea
            id={`${id}-message`}
            value={message}
            rows={3}
            maxLength={reportLength}
            onChange={(event) => setMessage(event.target.value)}
          />
          <p className="mt-1 text-xs text-faint">{t(($) => $.sharing.report.privacy)}</p>
        </div>
        <div className="mt-1 flex justify-end gap-2">
          <Button onClick={onClose}>{t(($) => $.common.cancel)}</Button>
          <Button type="submit" variant="primary" loading={send.isPending}>
            {t(($) => $.sharing.report.send)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
