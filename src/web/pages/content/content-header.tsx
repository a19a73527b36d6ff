import { ExternalLink } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentOverview } from '#features/contents/contract.ts';
import { CoverageBar } from '#features/summaries/ui/coverage-bar.tsx';
import { ModelUse } from '#features/summaries/ui/model-use.tsx';
import { RejectedTracks } from '#features/transcripts/ui/rejected-tracks.tsx';
import { useProvenance } from '#features/transcripts/ui/use-provenance.ts';
import { modelName } from '#lib/model-name.ts';
import { htmlLang } from '#lib/text/html-lang.ts';
import { Cover } from '#ui/cover.tsx';
import { useFormat } from '#ui/format.ts';
import { Badge } from '#ui/surfaces.tsx';
import { AddSubtitles, hasPoorWords, SourceWords } from './own-subtitles.tsx';
import { RewriteWithModel } from './rewrite-with-model.tsx';
import { useReplaceSourceText } from './use-replace-source-text.ts';

type ContentHeaderProps = {
  detail: ContentOverview;
  actions: ReactNode;
  withCover: boolean;
};

export function ContentHeader({ detail, actions, withCover }: ContentHeaderProps) {
  return (
    <header className="pt-5 pb-4 max-md:pt-3 max-md:pb-0">
      <div className="flex gap-4">
        {withCover ? <Cover src={detail.coverUrl} className="hidden w-40 self-start sm:block" /> : null}
        <div className="min-w-0 grow">
          <Title detail={detail} />
          <Facts detail={detail} />
        </div>
      </div>
      <CoverageBar detail={detail} />
      <div className="mt-3 flex flex-wrap items-center max-md:mt-1.5 justify-between gap-x-4 gap-y-2">
        <Provenance detail={detail} />
        {actions}
      </div>
    </header>
  );
}

export function useDisplayTitle(detail: Pick<ContentOverview, 'title' | 'sourceUrl'>): string {
  const { t } = useTranslation();
  return detail.title.trim() || hostOf(detail.sourceUrl) || t(($) => $.common.untitled);
}

function hostOf(address: string | null): string | null {
  return address !== null && URL.canParse(address) ? new URL(address).host : null;
}

function Title({ detail }: { detail: ContentOverview }) {
  const { t } = useTranslation();
  const title = useDisplayTitle(detail);
  const ref = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || open) return;
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 2);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [open]);

  return (
    <>
      <h1
        ref={ref}
        lang={htmlLang(detail.language)}
        className={`text-xl leading-8 max-md:leading-7 font-semibold text-pretty [overflow-wrap:anywhere] md:text-2xl ${open ? '' : 'line-clamp-3 max-md:line-clamp-2'}`}
      >
        {title}
      </h1>
      {cut || open ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="min-h-6 rounded-sm text-sm text-accent-ink underline-offset-4 hover:underline"
        >
          {open ? t(($) => $.content.header.hideTitle) : t(($) => $.content.header.showTitle)}
        </button>
      ) : null}
    </>
  );
}

/** A pasted text is stored as a file, but shown as the text that its author knows. */
function shownKind({ kind, originalFile }: ContentOverview) {
  return kind === 'document' && originalFile !== null && /\.(?:txt|md|markdown)$/i.test(originalFile.name) ? 'text' : kind;
}

function Facts({ detail }: { detail: ContentOverview }) {
  const { t } = useTranslation();
  const format = useFormat();
  const host = hostOf(detail.sourceUrl);
  const isLink = detail.sourceUrl !== null && /^https?:/i.test(detail.sourceUrl);
  const kind = shownKind(detail);
  const facts: { key: string; node: ReactNode }[] = kind === null ? [] : [{ key: 'kind', node: t(($) => $.common.kind[kind]) }];
  if (isLink && detail.sourceUrl) {
    facts.push({
      key: 'source',
      node: (
        <a
          href={detail.sourceUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${detail.siteName ?? host ?? ''} ${t(($) => $.content.header.source, { host: host ?? '' })}`}
          title={t(($) => $.content.header.source, { host: host ?? '' })}
          className="inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm text-soft underline decoration-line-strong underline-offset-4 hover:text-ink"
        >
          <span className="truncate">{detail.siteName ?? host}</span>
          <ExternalLink aria-hidden className="size-3.5 shrink-0" />
        </a>
      ),
    });
  } else if (detail.siteName) facts.push({ key: 'site', node: detail.siteName });
  if (detail.author) facts.push({ key: 'author', node: detail.author });
  const published = detail.publishedAt !== null && !Number.isNaN(Date.parse(detail.publishedAt)) ? detail.publishedAt : null;
  if (published) facts.push({ key: 'date', node: <time dateTime={published}>{format.date(published)}</time> });
  if (detail.durationSeconds) facts.push({ key: 'length', node: format.duration(detail.durationSeconds) });
  return (
    <ul className="mt-1.5 flex flex-wrap items-center text-sm text-soft">
      {facts.map(({ key, node }, index) => (
        <li key={key} className="flex max-w-[min(100%,22rem)] min-w-0 items-center">
          <span className="min-w-0 truncate">{node}</span>
          {index < facts.length - 1 ? (
            <span aria-hidden className="px-2 text-faint">
              ·
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Provenance({ detail }: { detail: ContentOverview }) {
  const { t } = useTranslation();
  const format = useFormat();
  const text = useProvenance(detail);
  const words = useReplaceSourceText(detail);
  const method =
    detail.noteMethod === 'extractive'
      ? {
          label: t(($) => $.content.header.method.extractive),
          // Sentences of an edited note may not be the source's.
          hint: detail.noteEdited
            ? undefined
            : detail.costLimited
              ? t(($) => $.content.header.method.limitedHint)
              : t(($) => $.content.header.method.extractiveHint),
        }
      : detail.noteMethod === 'model'
        ? {
            label: detail.noteModel
              ? t(($) => $.content.header.method.model, { model: modelName(detail.noteModel) })
              : t(($) => $.content.header.method.modelUnnamed),
            hint: undefined,
          }
        : null;
  return (
    // One line on a phone, which scrolls sideways unless a list in it is open, so that the note begins on the first screen.
    <div className="relative flex min-h-5 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft max-md:w-full max-md:not-has-[[aria-expanded=true]]:fades-aside max-md:not-has-[[aria-expanded=true]]:flex-nowrap max-md:overflow-x-auto max-md:[scrollbar-width:none] max-md:[&>*]:shrink-0">
      {method ? (
        <span className="flex min-w-0 items-center gap-2" title={method.hint}>
          <Badge className="max-w-72">
            <span className="truncate">{method.label}</span>
          </Badge>
          {method.hint ? <span className="sr-only">{method.hint}</span> : null}
        </span>
      ) : null}
      <RewriteWithModel detail={detail} />
      {method && detail.noteEdited ? (
        <span title={t(($) => $.content.header.method.editedHint)}>
          <Badge>{t(($) => $.content.header.method.edited)}</Badge>
          <span className="sr-only">{t(($) => $.content.header.method.editedHint)}</span>
        </span>
      ) : null}
      {detail.costLimited && detail.noteMethod === 'model' ? (
        <span title={t(($) => $.content.header.method.mixedHint)}>
          <Badge>{t(($) => $.content.header.method.mixed)}</Badge>
          <span className="sr-only">{t(($) => $.content.header.method.mixedHint)}</span>
        </span>
      ) : null}
      {detail.forSubscribers ? (
        <span title={t(($) => $.content.header.forSubscribersHint)}>
          <Badge>{t(($) => $.content.header.forSubscribers)}</Badge>
          <span className="sr-only">{t(($) => $.content.header.forSubscribersHint)}</span>
        </span>
      ) : null}
      {detail.partial ? (
        <span title={t(($) => $.content.header.partialHint)}>
          <Badge>{t(($) => $.content.header.partial)}</Badge>
          <span className="sr-only">{t(($) => $.content.header.partialHint)}</span>
        </span>
      ) : null}
      {text === null ? null : (
        <span className="min-w-0 truncate md:max-w-96" title={text}>
          {text}
        </span>
      )}
      {/* For excerpts it would prove nothing: each of them is the source's own sentence. */}
      {detail.verified && detail.noteMethod !== 'extractive' ? (
        <span title={t(($) => $.content.header.verifiedHint)}>
          {t(($) => (detail.noteEdited ? $.content.header.verifiedBefore : $.content.header.verified), {
            standing: format.number(detail.verified.standing),
            count: detail.verified.statements,
          })}
          <span className="sr-only"> {t(($) => $.content.header.verifiedHint)}</span>
        </span>
      ) : null}
      <RejectedTracks
        detail={detail}
        onUse={detail.run === null ? (track) => words.mutate({ track }) : undefined}
        initiallyOpen={detail.note === null && detail.run === null}
      />
      <SourceWords detail={detail} />
      {detail.note !== null && detail.run === null && hasPoorWords(detail) ? <AddSubtitles detail={detail} size="sm" /> : null}
      {detail.usage && detail.noteMethod === 'model' ? <ModelUse usage={detail.usage} /> : null}
    </div>
  );
}
