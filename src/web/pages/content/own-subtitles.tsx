import { Captions } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { Button } from '#ui/button.tsx';
import { LineButton } from './line-button.tsx';
import { useReplaceSourceText } from './use-replace-source-text.ts';

type ContentProps = { detail: ContentOverview };

const poorOrigins = ['automatic', 'speech', 'description'];

/** Whether the words of a recording were not written by people, or failed their check. */
export function hasPoorWords({ kind, provenance }: ContentOverview): boolean {
  if (provenance === null || (kind !== 'video' && kind !== 'audio')) return false;
  return provenance.untrusted !== undefined || poorOrigins.includes(provenance.origin);
}

/** Replaces the source's words by the user's own subtitles or text. */
export function AddSubtitles({ detail, main = false, size = 'md' }: ContentProps & { main?: boolean; size?: 'sm' | 'md' }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const words = useReplaceSourceText(detail);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) words.mutate({ file });
        }}
      />
      <Button
        size={size}
        variant={main ? 'primary' : 'secondary'}
        loading={words.isPending}
        onClick={() => input.current?.click()}
      >
        {words.isPending ? null : <Captions aria-hidden className="size-4" />}
        {t(($) => $.content.words.add)}
      </Button>
    </>
  );
}

/** A button that writes the note from rejected subtitles. */
export function UseTrack({ detail, track }: ContentProps & { track: string }) {
  const { t } = useTranslation();
  const words = useReplaceSourceText(detail);
  return (
    <Button variant="primary" loading={words.isPending} onClick={() => words.mutate({ track })}>
      {t(($) => $.content.words.use)}
    </Button>
  );
}

export function SubtitlesDrop({ detail, children }: ContentProps & { children: ReactNode }) {
  const { t } = useTranslation();
  const words = useReplaceSourceText(detail);
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button beside it does the same
    <div
      data-testid="subtitles-drop"
      className={over ? 'rounded-lg ring-2 ring-focus' : undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        if (!words.isPending) words.mutate({ file });
      }}
    >
      {words.isPending ? (
        <p role="status" className="mb-3 text-sm text-soft">
          {t(($) => $.content.words.sending)}
        </p>
      ) : null}
      {children}
    </div>
  );
}

/** Returns from the words that the user chose to the source's. */
export function SourceWords({ detail }: ContentProps) {
  const { t } = useTranslation();
  const words = useReplaceSourceText(detail);
  if (!detail.ownWords || detail.run !== null) return null;
  return (
    <LineButton disabled={words.isPending} onClick={() => words.mutate({ track: null })}>
      {t(($) => $.content.words.back)}
    </LineButton>
  );
}
