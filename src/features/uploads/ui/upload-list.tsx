import { Link } from '@tanstack/react-router';
import { Pause, Play, RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#i18n/error-text.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { Progress } from '#ui/progress.tsx';
import { ErrorCodeLine } from '#ui/states.tsx';
import { Card } from '#ui/surfaces.tsx';
import { isAboutWords, type UploadItem } from './upload-queue.ts';
import { useUploadItems, useUploads } from './uploads-provider.tsx';

export function UploadList() {
  const { t } = useTranslation();
  const items = useUploadItems();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="uploads-title">
      <h2 id="uploads-title" className="mb-3 text-base font-semibold">
        {t(($) => $.uploads.title)}
      </h2>
      <Card>
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <UploadRow key={item.id} item={item} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function UploadRow({ item }: { item: UploadItem }) {
  const { t } = useTranslation();
  const format = useFormat();
  const toText = useErrorText();
  const line = useStateLine(item);
  const { name, wordsName } = item;
  const title = wordsName === null ? name : t(($) => $.uploads.withWords, { name, wordsName });
  const percent = item.totalBytes === 0 ? 0 : (item.sentBytes / item.totalBytes) * 100;
  const error = item.error === null ? null : toText(item.error);
  return (
    <li className="p-3" data-testid="upload-item" data-state={item.state}>
      <div className="flex items-center gap-2">
        <p className="line-clamp-2 min-w-0 grow font-medium wrap-anywhere" title={title}>
          {title}
        </p>
        {item.state === 'done' ? null : <span className="text-xs text-soft tabular-nums">{format.percent(percent)}</span>}
        <UploadActions item={item} />
      </div>
      <Progress
        className={item.state === 'done' ? 'hidden' : 'mt-1'}
        percent={percent}
        tone={item.state === 'failed' ? 'danger' : item.state === 'paused' || item.state === 'waiting' ? 'neutral' : 'accent'}
        label={t(($) => $.uploads.progress, { name: title })}
        valueText={line}
      />
      <p className="mt-1.5 text-xs wrap-anywhere text-soft tabular-nums">{line}</p>
      {error === null ? null : (
        <div role="alert" className="mt-1">
          <p className="text-sm text-danger">{error.message}</p>
          <ErrorCodeLine code={error.code} />
        </div>
      )}
      <RetryWithoutWords item={item} />
    </li>
  );
}

function RetryWithoutWords({ item: { id, state, wordsName, error } }: { item: UploadItem }) {
  const { t } = useTranslation();
  const { queue } = useUploads();
  if (state !== 'failed' || wordsName === null || error === null || !isAboutWords(error)) return null;
  return (
    <Button size="sm" className="mt-2 max-w-full" onClick={() => queue.resumeWithoutWords(id)}>
      <span className="truncate">{t(($) => $.uploads.retryWithoutWords, { wordsName })}</span>
    </Button>
  );
}

function UploadActions({ item }: { item: UploadItem }) {
  const { t } = useTranslation();
  const { queue } = useUploads();
  const { id, name, state } = item;
  return (
    <div className="flex shrink-0">
      {state === 'done' && item.contentId !== null ? (
        <Button size="sm" asChild>
          <Link to="/content/$contentId" params={{ contentId: item.contentId }}>
            {t(($) => $.uploads.open)}
          </Link>
        </Button>
      ) : null}
      {state === 'uploading' || state === 'waiting' ? (
        <IconButton size="sm" label={t(($) => $.uploads.pause, { name })} onClick={() => queue.pause(id)}>
          <Pause aria-hidden />
        </IconButton>
      ) : null}
      {state === 'paused' ? (
        <IconButton size="sm" label={t(($) => $.uploads.resume, { name })} onClick={() => queue.resume(id)}>
          <Play aria-hidden />
        </IconButton>
      ) : null}
      {state === 'failed' ? (
        <IconButton size="sm" label={t(($) => $.uploads.retry, { name })} onClick={() => queue.resume(id)}>
          <RotateCw aria-hidden />
        </IconButton>
      ) : null}
      {state === 'finishing' ? null : (
        <IconButton
          size="sm"
          label={state === 'done' ? t(($) => $.common.remove) : t(($) => $.uploads.cancel, { name })}
          onClick={() => queue.remove(id)}
        >
          <X aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

function useStateLine(item: UploadItem): string {
  const { t } = useTranslation();
  const format = useFormat();
  const done = format.bytes(item.sentBytes);
  const total = format.bytes(item.totalBytes);
  switch (item.state) {
    case 'queued':
      return t(($) => $.uploads.queued);
    case 'uploading':
      return item.bytesPerSecond === null
        ? t(($) => $.uploads.starting, { done, total })
        : t(($) => $.uploads.uploading, { done, total, speed: format.bytes(item.bytesPerSecond) });
    case 'waiting':
      return t(($) => $.uploads.waiting);
    case 'paused':
      return t(($) => $.uploads.paused, { done, total });
    case 'finishing':
      return t(($) => $.uploads.finishing);
    case 'done':
      return t(($) => $.uploads.done);
    case 'failed': {
      const { error, wordsName } = item;
      if (wordsName !== null && error !== null && isAboutWords(error)) return t(($) => $.uploads.wordsFailed, { wordsName });
      return t(($) => $.uploads.failed);
    }
  }
}
