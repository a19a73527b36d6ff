import { Link, useNavigate } from '@tanstack/react-router';
import { ClipboardPaste, FileUp, Link2, ListChecks, RefreshCw, TextQuote } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useSummarizeAgain } from '#features/summaries/ui/use-run-actions.ts';
import { isUsable } from '#features/transcripts/ui/rejected-tracks.tsx';
import { useUploadItems } from '#features/uploads/ui/uploads-provider.tsx';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useAddFiles, useOpenWhenUploaded } from '../file-intake.ts';
import { mayAddWords, mayTryAgain, mayWriteWithoutModel, nextStepAfter } from './next-step.ts';
import { AddSubtitles, UseTrack } from './own-subtitles.tsx';
import { SettingsLink } from './settings-link.tsx';

const UploadList = lazyPart(async () => (await import('#features/uploads/ui/upload-list.tsx')).UploadList);

export function NextStepActions({ detail }: { detail: ContentOverview }) {
  const code = detail.problem?.code ?? null;
  const step = nextStepAfter(code);
  const track = detail.rejectedTracks.find(isUsable)?.track ?? null;
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {track === null ? null : <UseTrack detail={detail} track={track} />}
      {step === 'words' ? (
        <AddSubtitles detail={detail} main={track === null} />
      ) : step === 'upload' ? (
        <UploadInstead />
      ) : step === 'paste' || step === 'pick' || step === 'home' ? (
        <GoHome step={step} capture={step === 'pick' ? (detail.sourceUrl ?? '') : ''} />
      ) : step === 'again' ? null : (
        <SettingsLink section={step} main={track === null} />
      )}
      {mayAddWords(code, detail.kind, detail.hasScript) ? <AddSubtitles detail={detail} /> : null}
      {step === 'again' ? <Again detail={detail} main={track === null} /> : mayTryAgain(code) ? <Again detail={detail} /> : null}
      {mayWriteWithoutModel(code) ? <WithoutModel contentId={detail.contentId} /> : null}
    </div>
  );
}

export function Again({ detail, main = false }: { detail: ContentOverview; main?: boolean }) {
  const { t } = useTranslation();
  const again = useSummarizeAgain(detail.contentId, detail.note !== null);
  return (
    <Button
      variant={main ? 'primary' : 'secondary'}
      loading={again.isPending}
      onClick={() => again.mutate({ contentId: detail.contentId })}
    >
      {again.isPending ? null : <RefreshCw aria-hidden className="size-4" />}
      {t(($) => $.summaries.again.action)}
    </Button>
  );
}

function WithoutModel({ contentId }: { contentId: string }) {
  const { t } = useTranslation();
  const again = useSummarizeAgain(contentId, false);
  return (
    <Button loading={again.isPending} onClick={() => again.mutate({ contentId, withoutModel: true })}>
      {again.isPending ? null : <TextQuote aria-hidden className="size-4" />}
      {t(($) => $.summaries.again.withoutModel)}
    </Button>
  );
}

const homeIcons = { paste: ClipboardPaste, pick: ListChecks, home: Link2 };

function GoHome({ step, capture }: { step: 'paste' | 'pick' | 'home'; capture: string }) {
  const { t } = useTranslation();
  const Icon = homeIcons[step];
  return (
    <Button variant="primary" asChild>
      <Link to="/" state={{ capture }}>
        <Icon aria-hidden className="size-4" />
        {t(($) => $.content.next[step])}
      </Link>
    </Button>
  );
}

/** The file becomes a content of its own, which opens when it is uploaded. */
function UploadInstead() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const addFiles = useAddFiles();
  const uploading = useUploadItems().length > 0;
  useOpenWhenUploaded((contentId) => void navigate({ to: '/content/$contentId', params: { contentId } }));
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          addFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Button variant="primary" onClick={() => input.current?.click()}>
        <FileUp aria-hidden className="size-4" />
        {t(($) => $.content.next.upload)}
      </Button>
      {uploading ? (
        <div className="order-last w-full text-left">
          <Suspense>
            <UploadList />
          </Suspense>
        </div>
      ) : null}
    </>
  );
}
