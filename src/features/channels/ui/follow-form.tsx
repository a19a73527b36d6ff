import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import type { useChannelChanges } from './use-channels.ts';

const longestUrl = 4_096;

/** The typed text stays until the channel is followed. */
export function FollowForm({ follow }: Pick<ReturnType<typeof useChannelChanges>, 'follow'>) {
  const { t } = useTranslation();
  const id = useId();
  const [url, setUrl] = useState('');
  const failed = useAppError(follow.error);
  const wanted = url.trim();
  return (
    <form
      className="flex flex-col gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== '' && !follow.isPending) follow.mutate({ url: wanted }, { onSuccess: () => setUrl('') });
      }}
    >
      <label htmlFor={id} className="sr-only">
        {t(($) => $.channels.follow.label)}
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          value={url}
          className="max-md:h-11"
          inputMode="url"
          autoComplete="off"
          maxLength={longestUrl}
          aria-invalid={failed !== null || undefined}
          aria-describedby={failed === null ? undefined : `${id}-failed`}
          placeholder={t(($) => $.channels.follow.placeholder)}
          onChange={(event) => {
            setUrl(event.target.value);
            if (follow.isError) follow.reset();
          }}
        />
        <Button type="submit" variant="primary" loading={follow.isPending} disabled={wanted === ''}>
          {follow.isPending ? null : <Plus aria-hidden className="size-4" />}
          {t(($) => $.channels.follow.submit)}
        </Button>
      </div>
      {/* The height of the line is reserved, so that nothing moves. */}
      <p id={`${id}-failed`} role="alert" className="min-h-5 text-sm text-danger">
        {failed === null ? null : failed.message}
      </p>
    </form>
  );
}
