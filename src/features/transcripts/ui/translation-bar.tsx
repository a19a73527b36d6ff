import { useQuery } from '@tanstack/react-query';
import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Segment } from '#engine/domain.ts';
import type { ContentOverview } from '#features/contents/contract.ts';
import { useErrorText } from '#i18n/error-text.ts';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useCostText } from '#i18n/use-cost-text.ts';
import { defaultLanguage, noteLanguages } from '#lib/languages.ts';
import { useTRPC } from '#rpc/client.tsx';
import { saveText } from '#ui/browser/save-blob.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { CostLine } from '#ui/cost-line.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#ui/overlays/dropdown-menu.tsx';
import { bilingualFile, type SubtitleFormat } from './subtitle-file.ts';
import type { ScriptTranslation } from './use-translation.ts';

const formats: readonly SubtitleFormat[] = ['srt', 'vtt', 'txt'];

type TranslationMenuProps = { translation: ScriptTranslation; detail: ContentOverview; segments: readonly Segment[] };

export function TranslationMenu({ translation, detail, segments }: TranslationMenuProps) {
  const { t } = useTranslation();
  const failed = useFailureToast();
  const { shown, data } = translation;
  if (!translation.available) return null;

  function handleDownload(format: SubtitleFormat): void {
    try {
      saveText(
        bilingualFile({ ...detail, subtitles: segments, lines: data?.lines ?? [], language: shown ?? defaultLanguage }, format),
      );
    } catch (error) {
      failed(
        t(($) => $.transcripts.failed),
        error,
      );
    }
  }

  // A translation into the script's own language is useless.
  const languages = (['none', ...noteLanguages] as const).filter((value) => value !== detail.language || value === shown);

  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton
          label={t(($) => $.transcripts.translation.menu)}
          className={shown === null ? undefined : 'bg-accent-soft text-accent-ink!'}
        >
          <Languages aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup
          value={shown ?? 'none'}
          onValueChange={(value) => translation.show(noteLanguages.find((one) => one === value) ?? null)}
        >
          {languages.map((value) => (
            <DropdownMenuRadioItem key={value} value={value}>
              {t(($) => $.transcripts.translation[value])}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <TranslationCost />
        {data && data.done > 0 ? (
          <>
            <DropdownMenuSeparator />
            {formats.map((format) => (
              <DropdownMenuItem key={format} onSelect={() => handleDownload(format)}>
                {t(($) => $.transcripts.translation.download, { format: format.toUpperCase() })}
              </DropdownMenuItem>
            ))}
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function TranslationCost() {
  const trpc = useTRPC();
  const toText = useCostText();
  const { data } = useQuery(trpc.user.workCost.queryOptions({ work: 'question' }, { staleTime: 10_000, retry: false }));
  const cost = toText(data, 'question');
  return cost === null ? null : (
    <div className="px-2 py-1.5">
      <CostLine {...cost} />
    </div>
  );
}

export function TranslationBar({ translation }: { translation: ScriptTranslation }) {
  const { t } = useTranslation();
  const toText = useErrorText();
  const { data, shown, done } = translation;
  if (shown === null || !data || data.state === null) return null;
  const { total, state } = data;
  const missing = total - data.done;
  if (state === 'completed' && missing === 0) return null;
  const running = state === 'running';
  return (
    <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      <p role="status" className="min-w-0 grow basis-48">
        {running
          ? t(($) => $.transcripts.translation.running, { done, total })
          : t(($) => $.transcripts.translation.missing, { count: missing })}
        {state === 'failed' && data.problem ? ` ${toText(data.problem).message}` : null}
      </p>
      <Button size="sm" variant="ghost" loading={translation.busy} onClick={running ? translation.cancel : translation.start}>
        {running ? t(($) => $.transcripts.translation.cancel) : t(($) => $.transcripts.translation.goOn)}
      </Button>
    </div>
  );
}
