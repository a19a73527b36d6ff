import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlaylistPicker } from '#features/ingest/ui/playlist/lazy-parts.ts';
import { CaptureBox } from '#features/ingest/ui/submit/capture-box.tsx';
import { afterPick, changeCaptureText, withAdded } from '#features/ingest/ui/submit/capture-text.ts';
import { PageIntake } from '#features/ingest/ui/submit/page-intake.tsx';
import { RecentNotes } from '#features/library/ui/recent-notes.tsx';
import { changeNotePreferences, useNotePreferences } from '#features/summaries/ui/note-preferences.ts';
import { RunningList } from '#features/summaries/ui/running/running-list.tsx';
import { useUploadItems } from '#features/uploads/ui/uploads-provider.tsx';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { noteLanguageFor } from '#lib/languages.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { captureFieldId } from '#web/shell/new-summary.ts';
import { useAddFiles, useOpenWhenUploaded } from '../file-intake.ts';

import { ModelLine } from './model-line.tsx';
import { SampleOffer } from './sample/sample-offer.tsx';

const UploadList = lazyPart(async () => (await import('#features/uploads/ui/upload-list.tsx')).UploadList);

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Text that the field begins with. */
    capture?: string;
  }
}

export function HomePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const preferences = useNotePreferences();
  const interfaceLanguage = useInterfaceLanguage();
  const language = preferences.language ?? noteLanguageFor(interfaceLanguage);
  // A page that failed may pass on a text to pick links from or to replace.
  const { capture } = useLocation().state;
  const { url } = useSearch({ strict: false });
  const given = capture ?? url;
  const [picking, setPicking] = useState<string | null>(null);
  const uploading = useUploadItems().length > 0;
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const addFiles = useAddFiles();
  const open = (contentId: string) => void navigate({ to: '/content/$contentId', params: { contentId } });
  useOpenWhenUploaded(open);
  useEffect(() => {
    if (given === undefined) return;
    changeCaptureText((before) => withAdded(before, given));
    fieldRef.current?.focus();
    // It is in the field now; without this, reloading the page or coming back to it would add it again.
    void navigate({ to: '/', search: {}, replace: true });
  }, [given, navigate]);

  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-8 pb-20 md:px-8 md:pt-14">
      <h1 className="text-2xl font-semibold md:text-3xl">{t(($) => $.home.heading)}</h1>
      <p className="mt-2 mb-6 text-base text-soft">{t(($) => $.home.lead)}</p>
      <CaptureBox
        onFiles={addFiles}
        onOpen={open}
        onPick={setPicking}
        noteLanguage={language}
        detail={preferences.detail}
        onPreferences={changeNotePreferences}
        fieldRef={fieldRef}
        fieldId={captureFieldId}
      />
      <ModelLine />
      <div className="mt-10 flex flex-col gap-10">
        {uploading ? (
          <Suspense>
            <UploadList />
          </Suspense>
        ) : null}
        <RunningList />
        <RecentNotes emptyAction={uploading ? null : <SampleOffer onFile={(file) => addFiles([file])} />} />
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
              changeCaptureText((before) => afterPick(before, picking));
            }}
          />
        </Suspense>
      )}
      <PageIntake
        onFiles={addFiles}
        onText={(dropped) => {
          changeCaptureText((before) => withAdded(before, dropped));
          fieldRef.current?.focus();
        }}
      />
    </div>
  );
}
