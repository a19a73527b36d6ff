import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { smartFolderLimits } from '#lib/input-limits.ts';
import { cleanTag } from '#lib/notes/hashtags.ts';
import { useTRPC } from '#rpc/client.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Input, Select } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#ui/overlays/dropdown-menu.tsx';
import { ChipsField } from './chips-field.tsx';
import { type Draft, definitionOf, draftOf, emptyRules, type RuleName, ruleNames } from './folder-draft.ts';
import { RuleField } from './rule-fields.tsx';
import { type FolderInput, useFolderCount } from './use-smart-folders.ts';

type FolderDialogProps = {
  initial: FolderInput | null;
  saving: boolean;
  onSave: (folder: FolderInput) => void;
  onClose: () => void;
};

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function FolderDialog({ initial, saving, onSave, onClose }: FolderDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const trpc = useTRPC();
  const [draft, setDraft] = useState<Draft>(() => draftOf(initial));
  const signedIn = useQuery(trpc.account.me.queryOptions()).data?.user != null;
  const tags = useQuery(trpc.user.tags.queryOptions(undefined, { retry: false, enabled: signedIn })).data?.tags ?? [];
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const definition = definitionOf(draft, zone);
  const name = draft.name.trim();
  const ready = name !== '' && definition !== null;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t(($) => $.smartFolders.dialog[initial === null ? 'create' : 'edit'])}
      footer={
        <>
          <Count definition={definition} />
          <Button onClick={onClose}>{t(($) => $.common.cancel)}</Button>
          <Button type="submit" form={id} variant="primary" loading={saving} disabled={!ready}>
            {t(($) => $.smartFolders.dialog.save)}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !saving) onSave({ name, ...definition });
        }}
      >
        <div>
          <label htmlFor={`${id}-name`} className="mb-1.5 block text-sm font-medium">
            {t(($) => $.smartFolders.dialog.name)}
          </label>
          <Input
            id={`${id}-name`}
            value={draft.name}
            maxLength={smartFolderLimits.nameLength}
            required
            placeholder={t(($) => $.smartFolders.dialog.namePlaceholder)}
            onChange={({ target }) => change({ name: target.value })}
          />
        </div>
        <ChipsField
          label={t(($) => $.smartFolders.dialog.tags)}
          sign="#"
          hint={t(($) => $.smartFolders.dialog.tagsHint)}
          values={draft.tags}
          suggestions={tags.map(({ tag }) => tag)}
          most={smartFolderLimits.tags}
          clean={cleanTag}
          onValues={(next) => change({ tags: next })}
        />
        <RuleList rules={draft.rules} onRules={(rules) => change({ rules })} />
        <div>
          <label htmlFor={`${id}-match`} className="mb-1.5 block text-sm font-medium">
            {t(($) => $.smartFolders.dialog.match)}
          </label>
          <Select
            id={`${id}-match`}
            value={draft.matchType}
            onChange={({ target }) => change({ matchType: target.value === 'any' ? 'any' : 'all' })}
          >
            <option value="all">{t(($) => $.smartFolders.dialog.matchAll)}</option>
            <option value="any">{t(($) => $.smartFolders.dialog.matchAny)}</option>
          </Select>
        </div>
      </form>
    </Dialog>
  );
}

function RuleList({ rules, onRules }: { rules: Draft['rules']; onRules: (rules: Draft['rules']) => void }) {
  const { t } = useTranslation();
  const choices = useQuery(useTRPC().smartFolder.choices.queryOptions(undefined, { retry: false })).data;
  const addRef = useRef<HTMLButtonElement>(null);
  const heading = useId();
  const used = ruleNames.filter((name) => rules[name] !== undefined);
  const free = ruleNames.filter((name) => rules[name] === undefined);
  const known = {
    sites: (choices?.sites ?? []).map(({ site }) => site),
    languages: (choices?.languages ?? []).map(({ language }) => language),
  };

  function remove(name: RuleName): void {
    const { [name]: _, ...left } = rules;
    onRules(left);
    addRef.current?.focus();
  }

  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="mb-1.5 text-sm font-medium">
        {t(($) => $.smartFolders.dialog.rules)}
      </h3>
      {used.length === 0 ? null : (
        <ul className="mb-2 flex flex-col gap-3">
          {used.map((name) => (
            <li key={name} className="rounded-md border border-line p-3">
              <div className="mb-2 flex items-center justify-between gap-2">
                <span className="text-sm text-soft">{t(($) => $.smartFolders.rule[name])}</span>
                <IconButton
                  size="sm"
                  label={t(($) => $.smartFolders.dialog.removeRule, { name: t(($) => $.smartFolders.rule[name]) })}
                  onClick={() => remove(name)}
                >
                  <X aria-hidden />
                </IconButton>
              </div>
              <RuleField name={name} rules={rules} choices={known} onRule={(rule) => onRules({ ...rules, ...rule })} />
            </li>
          ))}
        </ul>
      )}
      {free.length === 0 ? null : (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button ref={addRef} size="sm">
              <Plus aria-hidden className="size-4" />
              {t(($) => $.smartFolders.dialog.addRule)}
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="start">
            {free.map((name) => (
              <DropdownMenuItem key={name} onSelect={() => onRules({ ...rules, [name]: emptyRules[name] })}>
                {t(($) => $.smartFolders.rule[name])}
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </section>
  );
}

function Count({ definition }: { definition: ReturnType<typeof definitionOf> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, isFetching } = useFolderCount(definition);
  return (
    <p role="status" className="mr-auto self-center text-sm text-soft tabular-nums max-sm:w-full">
      {definition === null
        ? t(($) => $.smartFolders.dialog.needs)
        : data === undefined
          ? isFetching
            ? t(($) => $.smartFolders.dialog.counting)
            : null
          : t(($) => $.smartFolders.dialog.count, { count: data.count, formatted: format.number(data.count) })}
    </p>
  );
}
