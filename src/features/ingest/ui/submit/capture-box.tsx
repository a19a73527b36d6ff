import { useQueryClient } from '@tanstack/react-query';
import { FileUp, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppError } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import type { NoteLanguage } from '#lib/languages.ts';
import type { NoteDetail } from '#lib/notes/note-details.ts';
import { useTRPC } from '#rpc/client.tsx';
import { isComposing } from '#ui/browser/is-composing.ts';
import { useIsShown } from '#ui/browser/use-is-shown.ts';
import { touchQuery, useMediaQuery } from '#ui/browser/use-media-query.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { useFormat } from '#ui/format.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { ErrorState } from '#ui/states.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { PreviewSkeleton } from '../preview/preview-skeleton.tsx';
import { isListingOnly, isOtherLanguage, isSubmittable, type PreviewItem, usePreview } from '../preview/use-preview.ts';
import { afterSubmit, changeCaptureText, useCaptureText } from './capture-text.ts';
import { itemsPerSubmit, pastedTextLimit } from './limits.ts';
import { LinkCost } from './link-cost.tsx';
import { NoteOptionsFields } from './note-options-fields.tsx';
import { fileOfText, isShortText, leastCharacters, readPastedText } from './pasted-text.ts';
import { PastedTextRow } from './pasted-text-row.tsx';
import { type SubmitItem, type SubmitResult, useSubmit } from './use-submit.ts';

type CaptureBoxProps = {
  onFiles: (files: File[]) => void;
  onOpen: (contentId: string) => void;
  onPick: (url: string) => void;
  noteLanguage: NoteLanguage;
  detail: NoteDetail;
  onPreferences: (change: { language?: NoteLanguage; detail?: NoteDetail }) => void;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  fieldId: string;
};

export function CaptureBox(props: CaptureBoxProps) {
  const { onFiles, onPick, noteLanguage, detail, onPreferences, fieldRef, fieldId } = props;
  const { t } = useTranslation();
  const text = useCaptureText();
  const fileRef = useRef<HTMLInputElement>(null);
  const touch = useMediaQuery(touchQuery);
  const label = t(($) => (touch ? $.ingest.fieldTouch : $.ingest.field));
  const [insisted, setInsisted] = useState<ReadonlySet<string>>(new Set());
  const preview = usePreview(text);
  const [reading, setReading] = useState<{ of: string; asText: boolean } | null>(null);
  const wanted = reading?.of === text ? reading.asText : null;
  const submission = useCaptureSubmit({ ...props, text, insisted, wanted });
  const usable = (preview.items ?? []).filter((item) => isSubmittable(item, insisted)).slice(0, itemsPerSubmit);
  const list = usable.length === 0 ? preview.items?.find(isListingOnly) : undefined;
  const nothing = usable.length === 0 && list === undefined;
  const pasted = readPastedText(text, preview.waiting ? null : (preview.items?.length ?? null));
  const hasLinks = (preview.items ?? []).length > 0;
  const asText = pasted !== null && (wanted ?? pasted.preferred);
  const blocked = text.trim() === '' || (!asText && (preview.tooLong || (!preview.waiting && preview.items !== null && nothing)));

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    if (!blocked && !submission.pending) void submission.submit();
  }

  return (
    <div className="rounded-lg border border-line-strong bg-surface transition-colors has-[textarea:focus]:border-focus has-[textarea:focus]:ring-1 has-[textarea:focus]:ring-focus">
      <div data-tour="input" className="relative">
        <textarea
          ref={fieldRef}
          id={fieldId}
          value={text}
          onChange={({ target }) => changeCaptureText(() => target.value)}
          onKeyDown={handleKeyDown}
          aria-label={label}
          aria-describedby="capture-hint"
          placeholder={label}
          rows={2}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          className="block field-sizing-content max-h-48 min-h-20 w-full resize-none rounded-lg bg-transparent p-4 pr-12 text-lg wrap-anywhere focus:outline-none"
        />
        {text === '' ? null : (
          <IconButton
            size="sm"
            className="absolute top-3 right-3"
            label={t(($) => $.ingest.clear)}
            onClick={() => {
              changeCaptureText(() => '');
              fieldRef.current?.focus();
            }}
          >
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3 p-3 pt-2">
        <input
          ref={fileRef}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <Button data-tour="upload" onClick={() => fileRef.current?.click()}>
          <FileUp aria-hidden className="size-4" />
          {t(($) => $.ingest.chooseFiles)}
        </Button>
        <p id="capture-hint" className="min-w-0 grow basis-40 text-xs text-faint max-sm:sr-only">
          {t(($) => $.ingest.fieldHint)}
        </p>
        <span className="ml-auto flex items-center">
          <NoteOptionsFields noteLanguage={noteLanguage} detail={detail} onChange={onPreferences} />
        </span>
        <Button
          data-tour="action"
          variant="primary"
          className="max-sm:grow"
          disabled={blocked}
          loading={submission.pending}
          onClick={() => void submission.submit()}
        >
          {submission.pending
            ? t(($) => $.ingest.starting)
            : list !== undefined && !asText
              ? t(($) => $.ingest.preview.pick)
              : usable.length > 1 && !asText
                ? t(($) => $.ingest.startMany, { count: usable.length })
                : t(($) => $.ingest.start)}
        </Button>
      </div>
      {/* Below the buttons, so that the preview does not move them when it arrives. */}
      {pasted !== null && (asText || hasLinks) ? (
        <PastedTextRow
          pasted={pasted}
          chosen={asText}
          onChoose={hasLinks ? (chosen) => setReading({ of: text, asText: chosen }) : null}
        />
      ) : null}
      {asText ? null : (
        <PreviewArea
          text={text}
          preview={preview}
          insisted={insisted}
          onInsist={(url) => setInsisted((before) => new Set(before).add(url))}
          failures={submission.failures}
          onPick={onPick}
        />
      )}
      {asText || usable.length === 0 ? null : <LinkCost items={usable} noteLanguage={noteLanguage} detail={detail} />}
      {!asText && !preview.withModel && usable.some((item) => isOtherLanguage(item, noteLanguage)) ? (
        <Hint>{t(($) => $.ingest.keepsLanguage, { language: t(($) => $.ingest.options.languages[noteLanguage]) })}</Hint>
      ) : null}
    </div>
  );
}

function toSubmitItem({ url, title, durationSeconds }: PreviewItem): SubmitItem {
  return { url, ...(title === null ? {} : { title }), ...(durationSeconds === null ? {} : { durationSeconds }) };
}

type Failure = { url: string; problem: Extract<SubmitResult, { problem: unknown }>['problem'] };

type CaptureSubmitInput = Pick<CaptureBoxProps, 'onFiles' | 'onOpen' | 'onPick' | 'noteLanguage' | 'detail'> & {
  text: string;
  insisted: ReadonlySet<string>;
  /** Whether the user chose the text over its links; null without a choice. */
  wanted: boolean | null;
};

function useCaptureSubmit(input: CaptureSubmitInput) {
  const { text, onFiles, onOpen, onPick, noteLanguage, detail, insisted, wanted } = input;
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const failed = useFailureToast();
  const mutation = useSubmit();
  const [looking, setLooking] = useState(false);
  /** Does nothing once the user has left the page. */
  const isShown = useIsShown();
  const [failures, setFailures] = useState<{ text: string; list: Failure[] }>({ text: '', list: [] });

  function complain(error: unknown) {
    failed(
      t(($) => $.ingest.submitFailed),
      error,
    );
  }

  /** Returns false if the links in the text are to be submitted instead. */
  function sendText(links: number | null): boolean {
    const pasted = readPastedText(text, links);
    if (pasted === null || !(wanted ?? pasted.preferred)) return false;
    onFiles([fileOfText(text, pasted)]);
    changeCaptureText((now) => afterSubmit(now, text, [], ''));
    return true;
  }

  async function submit() {
    if (sendText(null)) return;
    setLooking(true);
    try {
      // If Enter comes before the preview is shown, the preview is fetched here to find the links.
      const { items } = await queryClient.fetchQuery(
        trpc.ingest.preview.queryOptions({ text: text.trim() }, { staleTime: 60_000 }),
      );
      if (sendText(items.length)) return;
      const usable = items.filter((item) => isSubmittable(item, insisted)).slice(0, itemsPerSubmit);
      if (usable.length === 0) {
        const list = items.find(isListingOnly);
        if (list && isShown()) onPick(list.url);
        return;
      }
      const { results } = await mutation.mutateAsync({
        items: usable.map(toSubmitItem),
        noteLanguage,
        detail,
      });
      const list = usable.flatMap(({ url }, index) => {
        const result = results[index];
        return result !== undefined && 'problem' in result ? [{ url, problem: result.problem }] : [];
      });
      const started = results.flatMap((result) => ('contentId' in result ? [result.contentId] : []));
      const refused = list.map((failure) => failure.url);
      const accepted = usable.map(({ url }) => url).filter((url) => !refused.includes(url));
      // Playlists stay in the field until the user has picked from them.
      const lists = items.filter(isListingOnly).map(({ url }) => url);
      const rest = [...refused, ...lists].join('\n');
      setFailures({ text: changeCaptureText((now) => afterSubmit(now, text, accepted, rest)), list });
      const [only] = started;
      if (items.length === 1 && only !== undefined && isShown()) onOpen(only);
      else if (started.length > 0) {
        showToast({ tone: 'success', message: t(($) => $.ingest.submitted, { count: started.length }) });
      }
    } catch (error) {
      complain(error);
    } finally {
      setLooking(false);
    }
  }

  return { submit, pending: looking || mutation.isPending, failures: failures.text === text ? failures.list : [] };
}

const loadPreviewList = () => import('../preview/preview-list.tsx');
const PreviewList = lazyPart(async () => (await loadPreviewList()).PreviewList);

type PreviewAreaProps = {
  text: string;
  preview: ReturnType<typeof usePreview>;
  insisted: ReadonlySet<string>;
  onInsist: (url: string) => void;
  failures: readonly Failure[];
} & Pick<CaptureBoxProps, 'onPick'>;

function PreviewArea({ text, preview, insisted, onInsist, failures, onPick }: PreviewAreaProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const error = useAppError(preview.error);
  const empty = text.trim() === '';
  // Preloads while the server reads the link.
  useEffect(() => {
    if (!empty) void loadPreviewList().catch(() => undefined);
  }, [empty]);
  if (empty) return null;
  if (preview.tooLong) {
    return <Hint tone="danger">{t(($) => $.ingest.preview.tooLong, { limit: format.number(pastedTextLimit) })}</Hint>;
  }
  if (error !== null) {
    return (
      <ErrorState
        layout="row"
        className="border-t border-line"
        title={t(($) => $.ingest.preview.failed)}
        message={error.message}
        code={error.code}
        onRetry={preview.retry}
      />
    );
  }
  const items = withFailures(preview.items ?? [], failures);
  return (
    <div aria-busy={preview.waiting} className="border-t border-line empty:hidden">
      {items.length > 0 ? (
        <div className="max-h-[26rem] overflow-y-auto">
          {items.length > itemsPerSubmit ? <Hint>{t(($) => $.ingest.preview.tooMany, { limit: itemsPerSubmit })}</Hint> : null}
          <Suspense fallback={<PreviewSkeleton />}>
            <PreviewList items={items} insisted={insisted} onInsist={onInsist} onPick={onPick} />
          </Suspense>
        </div>
      ) : preview.waiting ? (
        <PreviewSkeleton />
      ) : preview.items === null ? null : (
        <Hint>
          {isShortText(text) ? t(($) => $.ingest.preview.shortText, { least: leastCharacters }) : t(($) => $.ingest.preview.none)}
        </Hint>
      )}
    </div>
  );
}

/** The server's refusals replace the previewed results. */
function withFailures(items: readonly PreviewItem[], failures: readonly Failure[]): readonly PreviewItem[] {
  if (failures.length === 0) return items;
  return items.map((item) => {
    const failure = failures.find(({ url }) => url === item.url);
    return failure === undefined ? item : { ...item, problem: failure.problem, existing: null };
  });
}

function Hint({ tone, children }: { tone?: 'danger'; children: string }) {
  return (
    <p
      role="status"
      className={tone === 'danger' ? 'border-t border-line p-3 px-4 text-sm text-danger' : 'p-3 px-4 text-sm text-soft'}
    >
      {children}
    </p>
  );
}
