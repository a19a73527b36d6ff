import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { shownTags, type TagGroup } from './tag-groups.ts';

type MergeDialogProps = {
  merged: TagGroup;
  groups: readonly TagGroup[];
  onMerge: (into: string) => void;
  onClose: () => void;
};

export function MergeDialog({ merged, groups, onMerge, onClose }: MergeDialogProps) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const name = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const listed = shownTags(groups, typed, 'count', i18n.language).filter(({ tag }) => tag !== merged.tag);
  const into = listed.find(({ tag }) => tag === chosen);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t(($) => $.tags.merge.title, { tag: merged.tag })}
      description={t(($) => $.tags.merge.text, { count: merged.count, formatted: format.number(merged.count) })}
      footer={
        <>
          <Button onClick={onClose}>{t(($) => $.common.cancel)}</Button>
          <Button variant="primary" disabled={into === undefined} onClick={() => into && onMerge(into.tag)}>
            {t(($) => $.tags.merge.confirm)}
          </Button>
        </>
      }
    >
      <Input
        type="search"
        aria-label={t(($) => $.tags.search)}
        placeholder={t(($) => $.tags.search)}
        value={typed}
        maxLength={60}
        onChange={({ target }) => setTyped(target.value)}
      />
      <fieldset className="mt-2 max-h-72 overflow-y-auto">
        <legend className="sr-only">{t(($) => $.tags.merge.into)}</legend>
        {listed.length === 0 ? <p className="py-6 text-center text-sm text-faint">{t(($) => $.tags.none)}</p> : null}
        {listed.map(({ tag, count }) => (
          <label
            key={tag}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2 text-sm hover:bg-hover max-md:min-h-11"
          >
            <input
              type="radio"
              name={name}
              checked={tag === chosen}
              onChange={() => setChosen(tag)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 grow truncate">#{tag}</span>
            <span className="text-faint tabular-nums">{format.number(count)}</span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
