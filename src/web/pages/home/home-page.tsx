import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlaylistPicker } from '#features/ingest/ui/playlist/lazy-parts.ts';
import { CaptureBox } from '#features/ingest/ui/submit/capture-box.tsx';
import { PageIntake } from '#features/ingest/ui/submit/page-intake.tsx';
import { RecentNotes } from '#features/library/ui/recent-notes.tsx';
import { changeNotePreferences, useNotePreferences } from '#features/summaries/ui/note-preferences.ts';
import { RunningList } from '#features/summaries/ui/running/running-list.tsx';
import { useUploadItems, useUploads } from '#features/uploads/ui/uploads-provider.tsx';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { useTRPC } from '#rpc/client.tsx';
import { useFormat } from '#ui/format.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { showToast } from '#ui/toast.ts';

const UploadList = lazyPart(async () => (await import('#features/uploads/ui/upload-list.tsx')).UploadList);

/** Until the server has sent its own. */
const usualUploadBytes = 4 * 1024 ** 3;

export function HomePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const preferences = useNotePreferences();
  const interfaceLanguage = useInterfaceLanguage();
  const language = preferences.language ?? interfaceLanguage;
  const trpc = useTRPC();
  const info = useQuery(trpc.system.info.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }));
  const [text, setText] = useState('');
  const [picking, setPicking] = useState<string | null>(null);
  const uploading = useUploadItems().length > 0;
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const addFiles = useAddFiles(info.data?.maxUploadBytes ?? usualUploadBytes);
  const open = (contentId: string) => void navigate({ to: '/content/$contentId', params: { contentId } });
  useOpenWhenUploaded(open);

  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-8 pb-20 md:px-8 md:pt-14">
      <h1 className="text-2xl font-semibold md:text-3xl">{t(($) => $.home.heading)}</h1>
      <p className="mt-2 mb-6 text-base text-soft">{t(($) => $.home.lead)}</p>
      <CaptureBox
        text={text}
        onTextChange={setText}
        onFiles={addFiles}
        onOpen={open}
        onPick={setPicking}
        noteLanguage={language}
        detail={preferences.detail}
        onPreferences={changeNotePreferences}
        fieldRef={fieldRef}
      />
      <p className="mt-2 min-h-4 text-xs text-faint">
        {info.data === undefined
          ? ''
          : info.data.model === null
            ? t(($) => $.home.extractiveNote)
            : t(($) => $.home.modelNote, { model: info.data.model })}
      </p>
      <div className="mt-10 flex flex-col gap-10">
        {uploading ? (
          <Suspense>
            <UploadList />
          </Suspense>
        ) : null}
        <RunningList />
        <RecentNotes />
      </div>
      {picking === null ? null : (
        <Suspense>
          <PlaylistPicker
            url={picking}
            noteLanguage={language}
            detail={preferences.detail}
            onClose={() => setPicking(null)}
            onQueued={() => {
              setPicking(null);
              setText('');
            }}
          />
        </Suspense>
      )}
      <PageIntake
        onFiles={addFiles}
        onText={(dropped) => {
          setText((before) => (before.trim() === '' ? dropped.trim() : `${before.trimEnd()}\n${dropped.trim()}`));
          fieldRef.current?.focus();
        }}
      />
    </div>
  );
}

/** Refuses unusable files before they are sent. */
function useAddFiles(maxBytes: number): (files: File[]) => void {
  const { t } = useTranslation();
  const format = useFormat();
  const { queue } = useUploads();
  return (files) => {
    const good: File[] = [];
    for (const file of files) {
      if (file.size > maxBytes) {
        const sizes = { size: format.bytes(file.size), limit: format.bytes(maxBytes) };
        showToast({ tone: 'error', message: t(($) => $.uploads.tooLarge, { name: file.name, ...sizes }) });
      } else if (file.size === 0) {
        showToast({ tone: 'error', message: t(($) => $.uploads.empty, { name: file.name }) });
      } else good.push(file);
    }
    if (good.length > 0) queue.add(good);
  };
}

/** A single dropped file opens its content; several stay listed with links. */
function useOpenWhenUploaded(open: (contentId: string) => void): void {
  const { queue, onBatchDone } = useUploads();
  const handleUploaded = useEffectEvent(open);
  useEffect(
    () =>
      onBatchDone((items) => {
        const [only] = items;
        if (items.length !== 1 || only === undefined || only.contentId === null || queue.isBusy()) return;
        queue.remove(only.id);
        handleUploaded(only.contentId);
      }),
    [queue, onBatchDone],
  );
}
