import { useMutation } from '@tanstack/react-query';
import { BookOpenText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '#i18n/failure-toast.ts';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import type { InterfaceLanguage } from '#lib/languages.ts';
import { Button } from '#ui/button.tsx';

const texts = import.meta.glob<string>('./*.md', { query: '?raw', import: 'default' });

async function loadSample(language: InterfaceLanguage): Promise<File> {
  const text = await texts[`./${language}.md`]?.();
  if (text === undefined) throw new Error(`no sample in ${language}`);
  const title = text.slice(0, text.indexOf('\n')).replace(/^# /, '');
  return new File([text], `${title}.md`, { type: 'text/plain' });
}

export function SampleOffer({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation();
  const failed = useFailureToast();
  const language = useInterfaceLanguage();
  const load = useMutation({
    mutationFn: () => loadSample(language),
    onSuccess: onFile,
    onError: (error) =>
      failed(
        t(($) => $.home.sampleFailed),
        error,
      ),
  });
  return (
    <Button loading={load.isPending} onClick={() => load.mutate()}>
      <BookOpenText aria-hidden className="size-4" />
      {t(($) => $.home.sample)}
    </Button>
  );
}
