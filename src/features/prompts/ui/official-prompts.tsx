import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInterfaceLanguage } from '#i18n/use-interface-language.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/surfaces.tsx';
import { showToast } from '#ui/toast/toast.ts';
import { officialWordsIn } from '../shared/official-words.ts';
import { NeedsModel } from './needs-model.tsx';
import { PromptList, RunButton, useChooseContent } from './prompt-list.tsx';
import { type OfficialPrompt, useOfficialPrompts, usePromptChanges } from './use-prompts.ts';

const groups = ['understand', 'learn', 'act', 'write'] as const;

export function OfficialPrompts({ onRun }: { onRun: (contentId: string, promptId: string) => void }) {
  const { t } = useTranslation();
  const query = useOfficialPrompts();
  const language = useInterfaceLanguage();
  const { choose, dialog } = useChooseContent(onRun);
  const needsModel = query.data?.model === null;
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-16 md:px-8">
      <h1 className="text-2xl font-semibold">{t(($) => $.prompts.official.title)}</h1>
      <p className="mt-2 text-sm text-soft">{t(($) => $.prompts.official.lead)}</p>
      <div className="mt-6 flex flex-col gap-8">
        {needsModel ? <NeedsModel /> : null}
        <PromptList query={query}>
          {query.data
            ? groups.map((group) => (
                <section key={group} aria-labelledby={`group-${group}`}>
                  <h2 id={`group-${group}`} className="mb-3 text-sm font-medium text-soft">
                    {t(($) => $.prompts.official.groups[group])}
                  </h2>
                  <ul className="grid gap-3 md:grid-cols-2">
                    {query.data.prompts
                      .filter((prompt) => prompt.group === group)
                      .map((prompt) => (
                        <OfficialCard
                          key={prompt.promptId}
                          prompt={prompt}
                          canRun={!needsModel}
                          onRun={() =>
                            choose({ promptId: prompt.promptId, title: officialWordsIn(language, prompt.words).title })
                          }
                        />
                      ))}
                  </ul>
                </section>
              ))
            : null}
        </PromptList>
      </div>
      {dialog}
    </div>
  );
}

function OfficialCard({ prompt, canRun, onRun }: { prompt: OfficialPrompt; canRun: boolean; onRun: () => void }) {
  const { t } = useTranslation();
  const words = officialWordsIn(useInterfaceLanguage(), prompt.words);
  const { title } = words;
  const { create } = usePromptChanges();
  const [shown, setShown] = useState(false);
  return (
    <li>
      <Card className="flex h-full flex-col p-4">
        <h3 className="text-base font-medium">{title}</h3>
        <p className="mt-1 text-sm text-soft">{words.summary}</p>
        {shown ? (
          <p id={prompt.promptId} className="mt-3 rounded-md bg-sunken p-3 text-sm whitespace-pre-line">
            {words.prompt}
          </p>
        ) : null}
        <div className="mt-auto -mb-1 -ml-1 flex flex-wrap items-center gap-1 pt-3">
          {canRun ? <RunButton title={title} onRun={onRun} /> : null}
          <Button
            size="sm"
            variant="ghost"
            loading={create.isPending}
            aria-label={t(($) => $.prompts.official.keepName, { title })}
            onClick={() =>
              create.mutate(
                { title, customPrompt: words.prompt },
                { onSuccess: () => showToast({ tone: 'success', message: t(($) => $.prompts.official.kept) }) },
              )
            }
          >
            {create.isPending ? null : <BookmarkPlus aria-hidden className="size-4" />}
            {t(($) => $.prompts.official.keep)}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={shown}
            aria-controls={shown ? prompt.promptId : undefined}
            onClick={() => setShown((before) => !before)}
          >
            {shown ? t(($) => $.prompts.official.hide) : t(($) => $.prompts.official.show)}
          </Button>
        </div>
      </Card>
    </li>
  );
}
