import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/fields.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { cleanCollectionName, collectionNameLength } from '../shared/clean-collection-name.ts';

type NameDialogProps = {
  title: string;
  description?: string | undefined;
  initial: string;
  saveLabel: string;
  saving: boolean;
  onSave: (name: string) => void;
  onClose: () => void;
};

export function NameDialog({ title, description, initial, saveLabel, saving, onSave, onClose }: NameDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [name, setName] = useState(initial);
  const clean = cleanCollectionName(name);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      {...(description === undefined ? {} : { description })}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (clean !== '' && !saving) onSave(clean);
        }}
      >
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
          {t(($) => $.collections.menu.name)}
        </label>
        <Input
          id={id}
          value={name}
          maxLength={collectionNameLength}
          required
          autoFocus
          placeholder={t(($) => $.collections.menu.namePlaceholder)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={onClose}>{t(($) => $.common.cancel)}</Button>
          <Button type="submit" variant="primary" loading={saving} disabled={clean === ''}>
            {saveLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
